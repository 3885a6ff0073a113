using System.Collections.Generic;

namespace Acme.Berths;

public static class BerthExtensions
{
    public static string Label(this Berth berth) => berth.Name.ToUpperInvariant();

    public static Berth LongestFor(this IEnumerable<Berth> berths, Ship ship)
    {
        foreach (var berth in berths)
        {
            if (berth.Fits(ship))
            {
                return berth;
            }
        }
        return null;
    }
}
