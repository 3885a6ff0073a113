namespace Acme.Engines
{
    partial class Engine
    {
        private int _oil;
        private void Start()
        {
            _heat++; //> ref Engine.cs::Engine._heat
            Stop(); //> call Machine.Stop
            Warm(); //> call Engine.cs::Engine.Warm
            base.Stop(); //> call Machine.Stop
        }
    }
}
