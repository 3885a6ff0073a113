using System;

namespace Acme.Berths
{
    public class Berth
    {
        public Berth(string name, int length)
        {
            Name = name;
            Length = length;
        }

        public string Name { get; }

        public int Length { get; }

        public bool Fits(Ship ship) => ship.Length <= Length;

        public Booking Reserve(Ship ship)
        {
            if (!Fits(ship))
            {
                throw new BerthTooShortException(Name);
            }
            return new Booking(this, ship);
        }

        public Booking Reserve(Ship ship, DateTime from) => new Booking(this, ship, from);

        public static Berth Parse(string text) => new Berth(text, text.Length);
    }

    public class BerthTooShortException : Exception
    {
        public BerthTooShortException(string name) : base(name)
        {
        }
    }
}
