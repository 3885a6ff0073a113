using System.Text;

namespace Beacon.Core;

/// <summary>Names that the project has, too, and that mean something else here.</summary>
internal static class Lookalikes
{
    internal static void Collect(List<string> names, StringBuilder text, Func<int> plan)
    {
        names.Add("a");
        text.Append(plan());
        dynamic lamp = text;
        lamp.Switch(true);
        var List = names.Count;
        Console.WriteLine(List);
        names.Select(Describe).ToList();
    }

    private static string Describe(string name) => name.Trim();
}
