using System;

namespace Acme.Berths;

public class Booking
{
    public Booking(Berth berth, Ship ship) : this(berth, ship, DateTime.Now)
    {
    }

    public Booking(Berth berth, Ship ship, DateTime from)
    {
        Berth = berth;
        Ship = ship;
        From = from;
    }

    public Berth Berth { get; }

    public Ship Ship { get; }

    public DateTime From { get; }

    public void Cancel()
    {
    }
}
