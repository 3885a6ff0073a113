using Beacon.Core;
using Beacon.Core.Extras;
using Beacon.Core.Signals;

namespace Beacon.Web;

public static class LampApi
{
    public static void MapLamps(this IEndpointRouteBuilder app)
    {
        var lamps = app.MapGroup("/lamps");
        lamps.MapGet("/", Summarise);
        lamps.MapPost("/{name}", Create);
    }

    private static string Summarise(ISchedule schedule) => schedule.Describe();

    private static async Task<Flash> Create(string name, Schedule schedule, CancellationToken token)
    {
        schedule.Add(name);
        await Task.Delay(1, token);
        return schedule.List().Second().Double();
    }
}
