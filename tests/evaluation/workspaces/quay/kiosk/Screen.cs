using Acme.Berths;

namespace Kiosk;

// The package is not asked for here: a copy of it is compiled in elsewhere.
public class Screen
{
    public string Show(string text) => Berth.Parse(text).Label();
}
