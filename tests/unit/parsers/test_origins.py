"""How files came about, by their paths."""

import pytest

from codegraph_parsers.origins import Origin, classify_origin


@pytest.mark.parametrize(
    ("path", "origin"),
    [
        ("locale/de/LC_MESSAGES/django.po", Origin.TRANSLATION),
        ("src/messages.fr.xlf", Origin.TRANSLATION),
        ("lib/l10n/app_de.arb", Origin.TRANSLATION),
        ("Resources/Strings.de.resx", Origin.TRANSLATION),
        ("web/i18n/en.json", Origin.TRANSLATION),
        ("config/locales/de.yml", Origin.TRANSLATION),
        ("web/i18n/index.ts", Origin.AUTHORED),
        ("config/settings.yml", Origin.AUTHORED),
        ("package-lock.json", Origin.LOCK),
        ("sub/uv.lock", Origin.LOCK),
        ("go.sum", Origin.LOCK),
        ("static/app.min.js", Origin.MINIFIED),
        ("static/app.js.map", Origin.SOURCE_MAP),
        ("src/map.ts", Origin.AUTHORED),
        ("api/shop.pb.go", Origin.GENERATED),
        ("api/shop_pb2.py", Origin.GENERATED),
        ("src/__generated__/types.ts", Origin.GENERATED),
        ("src/lock.py", Origin.AUTHORED),
    ],
)
def test_a_path_tells(path: str, origin: Origin) -> None:
    assert classify_origin(path) is origin


def test_what_says_that_a_tool_wrote_it_is_generated() -> None:
    assert classify_origin("src/shop.py", generated=True) is Origin.GENERATED
    assert classify_origin("src/shop.py") is Origin.AUTHORED
