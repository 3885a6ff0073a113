namespace Acme.Berths;

public record Ship(string Name, int Length)
{
    public string Describe() => $"{Name} ({Length} m)";
}
