using static Acme.Elsewhere.OtherExtensions;

namespace Lone
{
    public class Reader
    {
        public void Read(Acme.Wiring.Engine engine)
        {
            engine.Speed(); //> call OtherExtensions.Speed typed
            engine.Stop(); //> none WiringExtensions.Stop
        }
    }
}
