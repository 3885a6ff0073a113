namespace Acme.Other
{
    public class Machine { public static void Make() { } }
}
