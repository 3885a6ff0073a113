using System;
using System.Collections.Generic;
using Acme.Berths;
using Newtonsoft.Json;
using static Acme.Berths.Calendars.Tides;

namespace Harbour.Desk;

public class Clerk
{
    private readonly Register<Berth> _berths = new Register<Berth>();
    private readonly List<Booking> _bookings = new();

    public void Open(string text)
    {
        _berths.Add(Berth.Parse(text));
    }

    public string Assign(Ship ship, int number)
    {
        Berth berth = _berths.Find(number);
        if (!berth.Fits(ship))
        {
            throw new BerthTooShortException(berth.Name);
        }
        var booking = berth.Reserve(ship, DateTime.Now);
        _bookings.Add(booking);
        return berth.Label() + ship.Describe();
    }

    public int Tide(int hour) => NextHigh(hour);

    public void Undo()
    {
        foreach (var booking in _bookings)
        {
            booking.Cancel();
        }
        Cancel();
    }

    public Ship Meet(string name) => new Ship(name, 12);

    public string Save() => JsonConvert.SerializeObject(_bookings);

    private void Cancel()
    {
    }
}
