using Acme;

public static class Spares
{
    public static int Count() => new Clock().Now(); //> call Legacy/Clock.cs::Clock.Now; none Core/Clock.cs::Clock.Now
}
