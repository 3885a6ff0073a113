namespace Beacon.Core.Signals;

public record Flash(string Lamp, int Seconds)
{
    public static Flash operator +(Flash one, Flash other) => one with { Seconds = one.Seconds + other.Seconds };

    public int Weigh() => Seconds;

    public Flash Double() => this + this;
}
