"""Diffs are read as git and diff write them, and applied exactly or not at all."""

from __future__ import annotations

import pytest

from codegraph.revision.patch import PatchError, apply_all, apply_patch, list_paths, parse_patch, reverse

SIMPLE = b"""--- a/x.py\t2024-01-01
+++ b/x.py\t2024-01-02
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
"""


def test_a_diff_is_applied_and_undone() -> None:
    (patch,) = parse_patch(SIMPLE)
    after = apply_patch(patch, b"one\ntwo\nthree\n")
    assert after == b"one\nTWO\nthree\n"
    assert apply_patch(reverse(patch), after) == b"one\ntwo\nthree\n"


def test_a_hunk_is_found_where_its_lines_have_moved_to() -> None:
    (patch,) = parse_patch(SIMPLE)
    assert apply_patch(patch, b"zero\n" * 30 + b"one\ntwo\nthree\n") == b"zero\n" * 30 + b"one\nTWO\nthree\n"


def test_a_hunk_whose_lines_are_not_there_does_not_apply() -> None:
    (patch,) = parse_patch(SIMPLE)
    assert apply_patch(patch, b"one\n2\nthree\n") is None


def test_a_last_line_without_an_end_keeps_none() -> None:
    (patch,) = parse_patch(
        b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"
    )
    assert apply_patch(patch, b"a") == b"b"


def test_new_deleted_renamed_and_binary_files_are_told_by_their_headers() -> None:
    patches = parse_patch(
        b"diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x = 1\n"
        b"diff --git a/old.py b/old.py\ndeleted file mode 100644\n--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-y = 1\n"
        b"diff --git a/p.py b/q.py\nsimilarity index 100%\nrename from p.py\nrename to q.py\n"
        b"diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ\n"
    )
    done = apply_all(patches, {b"old.py": b"y = 1\n", b"p.py": b"z\n"})
    assert not isinstance(done, str)
    assert done.contents == {b"new.py": b"x = 1\n", b"old.py": None, b"p.py": None, b"q.py": b"z\n"}
    assert done.skipped == (b"i.png",)


def test_quoted_names_are_read_as_bytes() -> None:
    (patch,) = parse_patch(b'diff --git "a/\\303\\251\\n.py" "b/\\303\\251\\n.py"\nold mode 100644\nnew mode 100755\n')
    assert list_paths([patch]) == ["é\n.py".encode()]


def test_a_diff_that_fits_nothing_says_which_file() -> None:
    assert apply_all(parse_patch(SIMPLE), {b"x.py": b"else\n"}) == "x.py"
    assert apply_all(parse_patch(SIMPLE), {}) == "x.py"


@pytest.mark.parametrize("text", [b"hello\n", b"diff --git a/x b/x\n@@@ -1 -1 +1 @@@\n--- a\n+++ b\n@@ nonsense\n"])
def test_what_is_no_diff_is_refused(text: bytes) -> None:
    with pytest.raises(PatchError):
        parse_patch(text)


def test_a_cut_hunk_is_refused() -> None:
    with pytest.raises(PatchError, match="cut off"):
        parse_patch(SIMPLE[:-7])


def test_line_ends_of_windows_are_kept() -> None:
    (patch,) = parse_patch(b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n")
    assert apply_patch(patch, b"one\r\ntwo\r\n") == b"one\r\n2\r\n"
