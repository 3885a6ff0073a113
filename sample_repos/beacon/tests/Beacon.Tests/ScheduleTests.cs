namespace Beacon.Tests;

public class ScheduleTests
{
    private readonly Schedule _schedule = new();

    [Fact]
    public void Adds_a_lamp_by_name()
    {
        _schedule.Add("north");
        Assert.True(_schedule.TryFind("north", out var lamp));
    }

    [Theory]
    [InlineData(3)]
    public void Plans_double_for_fog(int power)
    {
        Lamp lamp = new FogLamp("fog", power);
        _schedule.Add(lamp);
        Assert.Equal(2, lamp.Plan(1).Seconds);
    }
}
