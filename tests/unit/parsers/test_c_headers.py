"""Which language a header is in."""

from __future__ import annotations

import pytest

from codegraph_parsers.languages import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("int f(void);\n", "c"),
        ("void draw(Gpu::Device* device);\n", "cpp"),
        ('/* a::b */ int f(void); const char *s = "a::b";\n', "c"),
        ("#import <Kit/Kit.h>\n@interface Pane : View\n- (void)open;\n@end\n", None),
        ("@protocol Opens <Object>\n@end\n", None),
        ("#ifdef __OBJC__\n@interface Pane : View\n@end\n#endif\nint f(void);\n", "c"),
        ("/*\n@interface Pane\n*/\nint f(void);\n", "c"),
    ],
)
def test_a_header_is_of_the_language_that_reads_it(text: str, language: str | None) -> None:
    assert detect("pane.h", text.encode()) == language
