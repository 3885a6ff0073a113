using Acme.Engines;
using Motor = Acme.Engines.Engine;

class Garage
{
    void Test(Engine engine)
    {
        engine.Run(); //> call Engine.cs::Engine.Run typed
        engine.Stop(); //> call Machine.Stop typed
        new Motor().Run(); //> call Engine.cs::Engine.Run typed
        Acme.Engines.Engine other = engine;
        other.Run(); //> call Engine.cs::Engine.Run typed
    }
}
