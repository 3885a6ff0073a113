namespace Beacon.Core;

public partial class Schedule
{
    private int _seconds = 2;
    private int _notes;

    private void Note(Lamp lamp)
    {
        _notes++;
        if (lamp is FogLamp fog && fog.IsLit)
        {
            Lengthen(fog.Longest());
        }
    }

    private void Lengthen(Flash flash) => _seconds += flash.Weigh();
}
