using Beacon.Core;
using Beacon.Web;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddSingleton<ISchedule, Schedule>();
var app = builder.Build();
app.MapLamps();
app.Run();
