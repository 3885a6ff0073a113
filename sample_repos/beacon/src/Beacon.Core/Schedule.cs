namespace Beacon.Core;

public interface ISchedule
{
    IEnumerable<Flash> List();

    int Total() => List().Sum(flash => flash.Weigh());
}

public partial class Schedule : ISchedule
{
    private readonly Dictionary<string, Lamp> _lamps = new();

    public void Add(Lamp lamp)
    {
        _lamps[lamp.Name] = lamp;
        lamp.Changed += Note;
    }

    public void Add(string name) => Add(new HarbourLamp(name));

    public IEnumerable<Flash> List()
    {
        foreach (var lamp in _lamps.Values)
        {
            yield return lamp.Plan(_seconds);
        }
    }

    public bool TryFind(string name, out Lamp? lamp) => _lamps.TryGetValue(name, out lamp);
}
