namespace Acme.Blind;

public class Blind
{
    public void Use(string text) => text.Whisper(); //> none Whisper
}
