namespace Beacon.Core.Extras;

public static class ScheduleExtensions
{
    public static string Describe(this ISchedule schedule) => $"{schedule.Total()} s";

    public static T Second<T>(this IEnumerable<T> values) => values.Skip(1).First();
}
