namespace Acme.App
{
    public class Program
    {
        public int Main(Clock clock)
        {
            Guard.NotNull(clock); //> call Shared/Guard.cs::Guard.NotNull exact
            Spares.Count(); //> call Tool/Parts/More/Spares.cs::Spares.Count exact
            return clock.Now(); //> call Legacy/Clock.cs::Clock.Now typed; none Core/Clock.cs::Clock.Now
        }
    }
}
