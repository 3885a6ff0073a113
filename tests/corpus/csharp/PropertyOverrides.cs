namespace Acme.Parcels;

public interface IPriced
{
    int Price { get; }
    string Label { get; set; }
}

public abstract class Base : IPriced
{
    public abstract int Price { get; } //> override IPriced.Price
    public virtual string Label { get; set; } = ""; //> override IPriced.Label
    private int Hidden => 1;
}

public class Parcel : Base
{
    public override int Price => 2; //> override Base.Price; none IPriced.Price
    public override string Label { get; set; } = ""; //> override Base.Label
    public int Hidden => 3; //> none Base.Hidden
}

public class Stranger
{
    public int Price => 1; //> none IPriced.Price
}

public static class Totals
{
    public static int Sum(IPriced priced, Base known)
    {
        return priced.Price + known.Price; //> ref IPriced.Price typed; ref Base.Price typed; ref Parcel.Price dispatch; none Stranger.Price
    }

    public static void Mark(IPriced priced)
    {
        priced.Label = "x"; //> ref IPriced.Label typed; ref Base.Label dispatch
    }

    public static string Read(Base known)
    {
        return known.Label; //> ref Base.Label typed; none Parcel.Label
    }
}
