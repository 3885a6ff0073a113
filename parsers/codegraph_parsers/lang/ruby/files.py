"""Names of the files that are written in Ruby."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles(
    "Ruby",
    (".rb", ".rake", ".gemspec", ".ru", ".podspec", ".jbuilder", ".rabl", ".thor"),
    filenames=(
        "Brewfile", "Capfile", "Dangerfile", "Fastfile", "Gemfile", "Guardfile", "Podfile", "Rakefile", "Vagrantfile",
    ),
    shebangs=("ruby",),
)  # fmt: skip
