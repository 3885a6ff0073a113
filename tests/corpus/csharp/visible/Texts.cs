namespace Acme.Texts;

public static class Whispers
{
    public static void Whisper(this string text) { }
}
