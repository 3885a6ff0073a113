"""Which methods of Java are tests."""

from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import Flag, SourceFile

WHOLE = """
@Test(groups = "slow")
public class CartChecks {
  @BeforeMethod public void fill() { }
  @DataProvider public void carts() { }
  public void adds() { }
  public static void main(String[] args) { }
  void helps() { }
  public int gives() { return 1; }
  static class Inner { public void runs() { } }
}
"""
SINGLE = "public class CartChecks {\n  @Test void adds() { }\n  public void helps() { }\n}\n"


def marked(text: str) -> list[str]:
    path = "src/check/CartChecks.java"
    symbols = parse(SourceFile(path, text.encode(), "java", "")).symbols
    return [symbol.qualname for symbol in symbols if symbol.flags & Flag.TEST]


def test_a_class_that_is_annotated_as_a_test_has_its_public_methods_for_tests() -> None:
    assert marked(WHOLE) == ["CartChecks.adds"]


def test_other_classes_have_those_that_are_annotated_themselves() -> None:
    assert marked(SINGLE) == ["CartChecks.adds"]
