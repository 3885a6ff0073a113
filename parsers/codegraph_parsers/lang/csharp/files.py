"""Names of the files of C#, and of those that describe its projects."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles(
    "C#",
    (".cs", ".csx", ".cake"),
    manifests=("*.csproj", "Directory.Build.props", "Directory.Build.targets"),
    main="Main",
)
