namespace Acme
{
    using Texts;

    public class Seeing
    {
        public void Use(string text) => text.Whisper(); //> call Whispers.Whisper
    }
}
