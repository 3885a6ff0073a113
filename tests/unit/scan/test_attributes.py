"""What `.gitattributes` calls generated or vendored."""

from codegraph.scan.git_attributes import find_marked_paths

PATHS = ("api/a.go", "api/b.go", "lib/x.js", "lib/own.js", "web/api/c.ts", "readme.md")


def test_attributes_mark_files_as_git_matches_them() -> None:
    texts = {
        ".gitattributes": "# generated\napi/*.go linguist-generated=true\nlib/** linguist-vendored\n*.md text eol=lf\n",
        "web/.gitattributes": "*.ts -diff linguist-generated\n",
    }
    assert find_marked_paths(PATHS, texts) == {"api/a.go", "api/b.go", "lib/x.js", "lib/own.js", "web/api/c.ts"}


def test_a_later_or_deeper_line_takes_a_mark_away() -> None:
    texts = {
        ".gitattributes": "*.go linguist-generated\napi/b.go -linguist-generated\n*.js linguist-vendored=true\n",
        "lib/.gitattributes": "own.js linguist-vendored=false\n",
    }
    assert find_marked_paths(PATHS, texts) == {"api/a.go", "lib/x.js"}


def test_other_attributes_mark_nothing() -> None:
    assert find_marked_paths(PATHS, {".gitattributes": "*.go diff=golang\n[attr]mine linguist-generated\n\n"}) == set()
