namespace Acme
{
    public class Clock
    {
        public int Now() => 1;
    }
}
