namespace Beacon.Core.Signals;

/// <summary>A lamp that can be lit.</summary>
public abstract class Lamp
{
    private readonly List<Flash> _flashes = new();

    protected Lamp(string name) => Name = name;

    public event Action<Lamp>? Changed;

    public string Name { get; }
    public bool IsLit { get; private set; }

    public abstract Flash Plan(int seconds);

    public virtual void Switch(bool on)
    {
        IsLit = on;
        Changed?.Invoke(this);
    }

    public void Remember(Flash flash) => _flashes.Add(flash);

    public Flash Longest() => _flashes.OrderByDescending(flash => flash.Weigh()).First();
}

public sealed class HarbourLamp : Lamp
{
    public HarbourLamp(string name) : base(name) { }

    public override Flash Plan(int seconds) => new(Name, seconds);
}

public sealed class FogLamp(string name, int power) : Lamp(name)
{
    public override Flash Plan(int seconds) => new Flash(Name, seconds * power).Double();

    public override void Switch(bool on)
    {
        base.Switch(on);
        Remember(Plan(1));
    }
}
