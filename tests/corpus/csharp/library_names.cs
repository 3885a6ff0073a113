// Names that no file of the tree declares are those of libraries: nothing else compiles.

using System;
using Acme.Berths;
using static Acme.Berths.Calendars.Tides;

namespace Harbour;

public class Clerk
{
    private readonly Register<Berth> _berths = new Register<Berth>(); //> external Register

    public string Assign(Ship ship, int number)
    {
        Berth berth = _berths.Find(number); //> external Register.Find
        var booking = berth.Reserve(ship); //> external Berth.Reserve
        booking.Cancel(); //> external Berth.Reserve().Cancel
        Cancel(); //> call Clerk.Cancel
        return Berth.Parse("A").Name;  //> external Berth.Parse
    }

    public int Tide(int hour) => NextHigh(hour); //> external NextHigh

    private void Cancel()
    {
    }
}

public class SummerTariff : TariffBase //> external TariffBase
{
    public decimal Price(Booking booking) => Round(booking.Total()); //> external TariffBase.Round; external Booking.Total

    public string Label() => Title; //> unresolved Title
}

public static class BerthExtensions
{
    public static bool Has(this Berth berth, string text)
    {
        return berth.Has(each => each == text); //> none BerthExtensions.Has
    }

    public static bool HasMore(this Berth berth, string text)
    {
        return berth.Has(text); //> call BerthExtensions.Has
    }
}
