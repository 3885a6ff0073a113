using Beacon.Core;
using Microsoft.AspNetCore.Mvc;

namespace Beacon.Web;

[ApiController]
[Route("api/[controller]")]
public class SwitchController(Schedule schedule) : ControllerBase
{
    [HttpPut("{name}")]
    public IActionResult Turn(string name, bool on)
    {
        if (!schedule.TryFind(name, out var lamp))
        {
            return NotFound();
        }

        lamp!.Switch(on);
        return Ok();
    }
}
