"""What manifests say, and which packages dependencies lead to."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import pytest

from codegraph.manifests.manifest import Dependency, Ecosystem, Manifests, Package, match_folders
from codegraph.manifests.manifest_reader import find_links, is_manifest, read_manifests
from codegraph.manifests.npm import parse_pnpm_globs


def read(paths: tuple[str, ...] = (), **texts: str) -> Manifests:
    """Manifests by path, in which `__` stands for `/` and `_` for `.`."""
    files = {name.replace("__", "/").replace("_", "."): textwrap.dedent(text) for name, text in texts.items()}
    return read_manifests(files, paths)


def told(found: Manifests) -> dict[str, tuple[str, bool, str]]:
    return {d.name: (d.version, d.dev, d.source) for d in found.dependencies}


def test_cargo_dependencies_come_with_version_path_git_and_inheritance():
    found = read(
        Cargo_toml="""
        [workspace]
        members = ["crates/*"]
        exclude = ["crates/old"]
        [workspace.package]
        version = "0.3.0"
        [workspace.dependencies]
        shared = "1.2"
        core = { path = "crates/core", version = "0.3" }
        """,
        crates__core__Cargo_toml='[package]\nname = "core"\nversion.workspace = true\n',
        crates__old__Cargo_toml='[package]\nname = "old"\n',
        crates__app__Cargo_toml="""
        [package]
        name = "app"
        version = "1.0.0"
        [dependencies]
        core = { workspace = true }
        shared.workspace = true
        json = { package = "real-json", version = "2", optional = true }
        patched = { git = "https://example.org/patched.git", branch = "main" }
        [target.'cfg(unix)'.dependencies]
        unix = "0.1"
        [dev-dependencies]
        bench = "5"
        """,
    )
    assert [(w.kind, w.root, w.members) for w in found.workspaces] == [("cargo", "", ("crates/app", "crates/core"))]
    assert ("core", "0.3.0") in [(p.name, p.version) for p in found.packages]
    assert told(found) == {
        "core": ("0.3", False, "path:crates/core"),
        "shared": ("1.2", False, ""),
        "real-json": ("2", False, ""),
        "patched": ("", False, "git:https://example.org/patched.git"),
        "unix": ("0.1", False, ""),
        "bench": ("5", True, ""),
    }


def test_what_a_cargo_member_needs_from_a_path_inside_is_a_member_too():
    manifest = '[package]\nname = "{}"\n[dependencies]\nx = {{ path = "{}" }}\n'
    (found,) = read_manifests(
        {
            "Cargo.toml": "[workspace]\nexclude = ['no']\n" + manifest.format("root", "one"),
            "one/Cargo.toml": manifest.format("one", "../two"),
            "two/Cargo.toml": manifest.format("two", "../no"),
            "no/Cargo.toml": '[package]\nname = "no"\n',
            "other/Cargo.toml": '[package]\nname = "other"\n',
        }
    ).workspaces
    assert found.members == ("", "one", "two")


def test_a_parent_that_cannot_be_read_does_not_take_its_children_along():
    child = (
        "<project><parent><artifactId>p</artifactId></parent><groupId>g</groupId><artifactId>c</artifactId></project>"
    )
    found = read_manifests({"pom.xml": "<project>", "c/pom.xml": child})
    assert ([p.name for p in found.packages], [p.manifest for p in found.problems]) == (["g:c"], ["pom.xml"])


def test_a_byte_order_mark_is_no_error():
    assert [p.name for p in read_manifests({"package.json": '\ufeff{"name": "a"}'}).packages] == ["a"]


def test_npm_pnpm_and_yarn_workspaces_are_told_apart():
    members = {"packages/a/package.json": '{"name": "a"}', "packages/b/package.json": '{"name": "b"}'}
    npm = {"package.json": '{"name": "root", "workspaces": ["packages/*", "!packages/b"]}', **members}
    (found,) = read_manifests(npm).workspaces
    assert (found.kind, found.members) == ("npm", ("packages/a",))
    object_form = {"package.json": '{"workspaces": {"packages": ["packages/**"]}}', **members}
    (found,) = read_manifests(object_form, ["yarn.lock"]).workspaces
    assert (found.kind, found.members) == ("yarn", ("packages/a", "packages/b"))
    pnpm = {"package.json": "{}", "pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n  - '!**/b'\n", **members}
    (found,) = read_manifests(pnpm).workspaces
    assert (found.kind, found.members) == ("pnpm", ("packages/a",))


def test_package_json_says_where_a_dependency_is():
    text = """{"name": "app", "version": "1.0.0",
      "dependencies": {"lib": "workspace:*", "old": "npm:@scope/real@^2", "near": "file:../near", "plain": "^1.0"},
      "peerDependencies": {"host": ">=3"},
      "devDependencies": {"tool": "git+https://example.org/tool.git"}}"""
    assert told(read_manifests({"apps/app/package.json": text})) == {
        "lib": ("*", False, "workspace"),
        "@scope/real": ("^2", False, ""),
        "near": ("", False, "path:apps/near"),
        "plain": ("^1.0", False, ""),
        "host": (">=3", False, ""),
        "tool": ("", True, "git:https://example.org/tool.git"),
    }


def test_only_the_list_of_packages_is_read_from_a_pnpm_workspace():
    text = 'catalog:\n  x: 1\npackages: # ours\n- apps/*\n  - "libs/*" # libraries\nother:\n  - no\n'
    assert parse_pnpm_globs(text) == ["apps/*", "libs/*"]


def test_go_modules_have_requirements_replacements_and_workspaces():
    found = read(
        go_work="go 1.22\nuse (\n\t./app // main\n\t./lib\n\t./gone\n)\n",
        app__go_mod="""
        module example.org/app // the module
        require (
            example.org/lib v1.2.0
            example.org/deep v0.1.0 // indirect
            example.org/lint v2.0.0
        )
        require example.org/single v1.0.0
        tool example.org/lint/cmd/lint
        replace example.org/lib => ../lib
        """,
        lib__go_mod="module example.org/lib\n",
    )
    assert [(w.kind, w.members) for w in found.workspaces] == [("go", ("app", "lib"))]
    assert [p.name for p in found.packages] == ["example.org/app", "example.org/lib"]
    assert told(found) == {
        "example.org/lib": ("v1.2.0", False, "path:lib"),
        "example.org/lint": ("v2.0.0", True, ""),
        "example.org/single": ("v1.0.0", False, ""),
    }


def test_pyproject_dependencies_of_the_standard_and_of_uv():
    found = read(
        pyproject_toml="""
        [project]
        name = "App"
        version = "2.0"
        dependencies = ["Lib_Core[extra]>=1; python_version > '3'", "direct @ git+https://example.org/d.git"]
        optional-dependencies.fast = ["speedy ~= 1.0"]
        [dependency-groups]
        dev = ["checker", {include-group = "docs"}]
        [tool.uv.workspace]
        members = ["packages/*"]
        [tool.uv.sources]
        lib-core = { workspace = true }
        """,
        packages__core__pyproject_toml='[project]\nname = "lib.core"\n',
    )
    assert [(w.kind, w.members) for w in found.workspaces] == [("uv", ("", "packages/core"))]
    assert told(found) == {
        "Lib_Core": (">=1", False, "workspace"),
        "direct": ("@ git+https://example.org/d.git", False, "git:https://example.org/d.git"),
        "speedy": ("~= 1.0", False, ""),
        "checker": ("", True, ""),
    }


def test_poetry_names_groups_and_paths_and_the_interpreter_is_no_package():
    found = read(
        pyproject_toml="""
        [tool.poetry]
        name = "app"
        [tool.poetry.dependencies]
        python = "^3.11"
        lib = { path = "../lib", develop = true }
        plain = "^1"
        [tool.poetry.group.test.dependencies]
        checker = { version = "^8" }
        """
    )
    assert told(found) == {"lib": ("", False, "path:../lib"), "plain": ("^1", False, ""), "checker": ("^8", True, "")}


def test_poetry_may_list_several_forms_of_a_dependency():
    found = read(
        pyproject_toml="""
        [tool.poetry]
        name = "app"
        [tool.poetry.dependencies]
        both = [{ version = "^1", python = "<3.12" }, { version = "^2", python = ">=3.12" }]
        lib = [{ version = "^1", markers = "sys_platform == 'win32'" }, { path = "../lib" }]
        fork = [{ git = "https://example.org/fork.git" }, { version = "^3" }]
        """
    )
    assert [(d.name, d.version, d.source) for d in found.dependencies] == [
        ("both", "^1", ""), ("both", "^2", ""),
        ("lib", "^1", ""), ("lib", "", "path:../lib"),
        ("fork", "", "git:https://example.org/fork.git"), ("fork", "^3", ""),
    ]  # fmt: skip


def test_maven_versions_come_from_properties_and_parents():
    found = read(
        pom_xml="""<project xmlns="http://maven.apache.org/POM/4.0.0">
          <groupId>org.example</groupId><artifactId>root</artifactId><version>1.0</version>
          <modules><module>app</module><module>gone</module></modules>
          <properties><json.version>2.5</json.version></properties>
          <dependencyManagement><dependencies><dependency>
            <groupId>org.json</groupId><artifactId>json</artifactId><version>${json.version}</version>
          </dependency></dependencies></dependencyManagement></project>""",
        app__pom_xml="""<project><parent><groupId>org.example</groupId><artifactId>root</artifactId>
          <version>1.0</version></parent><artifactId>app</artifactId><dependencies>
          <dependency><groupId>org.json</groupId><artifactId>json</artifactId></dependency>
          <dependency><groupId>${project.groupId}</groupId><artifactId>lib</artifactId>
            <version>${project.version}</version></dependency>
          <dependency><groupId>org.test</groupId><artifactId>t</artifactId><scope>test</scope></dependency>
          </dependencies></project>""",
    )
    assert [(w.kind, w.members) for w in found.workspaces] == [("maven", ("app",))]
    assert {p.name: p.version for p in found.packages} == {"org.example:root": "1.0", "org.example:app": "1.0"}
    assert told(found) == {
        "org.json:json": ("2.5", False, ""),
        "org.example:lib": ("1.0", False, ""),
        "org.test:t": ("", True, ""),
    }


def test_gradle_is_read_as_far_as_it_is_literal():
    files = {
        "settings.gradle.kts": 'rootProject.name = "shop"\ninclude(":app", ":libs:core")\n// include(":no")\n',
        "build.gradle.kts": 'group = "org.example"\nversion = "1.0"\n',
        "app/build.gradle.kts": """
            dependencies {
                implementation(project(":libs:core"))
                api(libs.json.simple)
                implementation(platform("org.bom:bom:3"))
                testImplementation("org.test:t:5")
                implementation("org.computed:x:$version")
                implementation("$group:y:1")
            }""",
        "libs/core/build.gradle": "dependencies {\n  implementation 'org.plain:p'\n}\n",
        "gradle/libs.versions.toml": '[versions]\nj = "9"\n[libraries]\njson-simple = { module = "org.json:simple", '
        'version.ref = "j" }\n',
    }
    found = read_manifests(files)
    assert [(w.kind, w.members) for w in found.workspaces] == [("gradle", ("app", "libs/core"))]
    assert {p.name for p in found.packages} == {"org.example:shop", "org.example:app", "org.example:core"}
    assert told(found) == {
        "org.example:core": ("", False, "path:libs/core"),
        "org.json:simple": ("9", False, ""),
        "org.bom:bom": ("3", False, ""),
        "org.test:t": ("5", True, ""),
        "org.computed:x": ("$version", False, ""),
        "org.plain:p": ("", False, ""),
    }


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Cargo.toml", "[package"),
        ("package.json", "{"),
        ("package.json", "[" * 100_000),
        ("pyproject.toml", "= 1"),
        ("pom.xml", "<project>"),
        ("pom.xml", '<!DOCTYPE x [<!ENTITY a "aa">]><project/>'),
        ("gradle/libs.versions.toml", "x"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_rest_is_read(path: str, text: str):
    found = read_manifests({path: text, "other/go.mod": "module example.org/m\n"})
    assert [p.manifest for p in found.problems] == [path]
    assert [p.name for p in found.packages] == ["example.org/m"]


@pytest.mark.parametrize(
    "texts",
    [
        {"Cargo.toml": 'package = 1\ndependencies = ["x"]\nworkspace = 3\n'},
        {"package.json": '{"name": 1, "dependencies": [], "workspaces": {"packages": 2}}'},
        {"package.json": "[]"},
        {"pyproject.toml": "project = 1\n[tool]\nuv = 2\npoetry = []\n"},
        {"go.mod": "require\nmodule\nreplace =>\n)\n(\n"},
        {"pom.xml": "<a/>"},
        {"settings.gradle": "include", "build.gradle": "implementation("},
    ],
)
def test_shapes_that_make_no_sense_say_nothing(texts: Mapping[str, str]):
    found = read_manifests(texts)
    assert found.problems == ()
    assert found.dependencies == ()


def test_manifests_are_told_by_the_name_of_the_file():
    assert is_manifest("a/b/Cargo.toml")
    assert is_manifest("go.work")
    assert not is_manifest("docs/Cargo.toml.md")


def test_one_star_stays_in_a_folder_and_two_do_not():
    folders = ["a", "a/b", "a/b/c", "x/b"]
    assert match_folders("", ["a/*"], folders) == ("a/b",)
    assert match_folders("", ["./a/**"], folders) == ("a/b", "a/b/c")
    assert match_folders("a", ["b"], folders) == ("a/b",)


def test_a_dependency_leads_to_packages_of_its_name_and_ecosystem_only():
    def package(name: str, manifest: str, ecosystem: Ecosystem = Ecosystem.PYTHON) -> Package:
        return Package(name, "1", manifest, ecosystem)

    need = Dependency("Lib.Core", "", False, "app/pyproject.toml", Ecosystem.PYTHON)
    places = {
        "/home": [package("lib-core", "core/pyproject.toml"), package("lib-core", "app/pyproject.toml")],
        "/other": [package("lib_core", "app/pyproject.toml"), package("lib-core", "Cargo.toml", Ecosystem.CARGO)],
    }
    assert [(link.place, link.package.name) for link in find_links("/home", [need], places)] == [
        ("/home", "lib-core"),
        ("/other", "lib_core"),
    ]


def test_a_project_of_msbuild_is_a_package_with_central_versions():
    found = read_manifests(
        {
            "Directory.Build.props": "<Project><PropertyGroup><Version>2.1.0</Version></PropertyGroup></Project>",
            "Directory.Packages.props": '<Project><ItemGroup><PackageVersion Include="Json" Version="13.0" />'
            "</ItemGroup></Project>",
            "src/Berths/Berths.csproj": """<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
                <PropertyGroup><PackageId>Acme.$(MSBuildProjectName)</PackageId></PropertyGroup>
                <ItemGroup>
                  <PackageReference Include="json" />
                  <PackageReference Include="Log"><Version>3.1</Version></PackageReference>
                  <PackageReference Include="Analyzer" Version="1" PrivateAssets="all" />
                  <ProjectReference Include="..\\Core\\Core.csproj" />
                </ItemGroup></Project>""",
        }
    )
    assert found.packages == (Package("Acme.Berths", "2.1.0", "src/Berths/Berths.csproj", Ecosystem.NUGET),)
    assert told(found) == {
        "json": ("13.0", False, ""),
        "Log": ("3.1", False, ""),
        "Analyzer": ("1", True, ""),
        "Core": ("", False, "path:src/Core"),
    }


def test_a_manifest_of_composer_names_packages_and_not_the_language():
    found = read_manifests(
        {
            "composer.json": '{"name": "acme/invoices", "version": "3.2.0", '
            '"require": {"php": "^8", "ext-json": "*", "psr/log": "^3"}, "require-dev": {"phpunit/phpunit": "^10"}}',
            "broken/composer.json": "{",
        }
    )
    assert found.packages == (Package("acme/invoices", "3.2.0", "composer.json", Ecosystem.COMPOSER),)
    assert told(found) == {"psr/log": ("^3", False, ""), "phpunit/phpunit": ("^10", True, "")}
    assert [problem.manifest for problem in found.problems] == ["broken/composer.json"]


def test_gems_come_from_specifications_and_gemfiles_with_their_groups():
    found = read_manifests(
        {
            "labels.gemspec": 'Gem::Specification.new do |s|\n  s.name = "parcel-labels"\n'
            '  s.version = ParcelLabels::VERSION\n  # s.add_dependency "old"\n  s.add_dependency("barby", "~> 0.6")\n'
            "  s.add_development_dependency 'minitest'\nend\n",
            "lib/parcel_labels/version.rb": 'module ParcelLabels\n  VERSION = "1.4.0"\nend\n',
            "app/Gemfile": "gem 'rack', '~> 3'\ngem 'core', path: '../core'\ngem 'web', github: 'acme/web'\n"
            "group :test do\n  if ENV['CI']\n    gem 'rspec'\n  end\n  gem 'faker'\nend\n"
            "gem 'debug', group: :development\ngem 'puma'\n",
        }
    )
    assert found.packages == (Package("parcel-labels", "1.4.0", "labels.gemspec", Ecosystem.RUBYGEMS),)
    assert told(found) == {
        "barby": ("~> 0.6", False, ""),
        "minitest": ("", True, ""),
        "rack": ("~> 3", False, ""),
        "core": ("", False, "path:../core"),
        "web": ("", False, "git:acme/web"),
        "rspec": ("", True, ""),
        "faker": ("", True, ""),
        "debug": ("", True, ""),
        "puma": ("", False, ""),
    }
