namespace Acme.Berths.Calendars;

public static class Tides
{
    public const int Period = 12;

    public static int NextHigh(int hour) => (hour + Period) % 24;

    internal static int Wrap(int hour) => hour % 24;
}
