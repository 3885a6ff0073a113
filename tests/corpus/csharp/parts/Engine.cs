namespace Acme.Engines;

public abstract class Machine
{
    protected abstract void Warm();
    public virtual void Stop() { }
}

public partial class Engine : Machine //> inherit Machine
{
    private int _heat;
    public void Run()
    {
        Start(); //> call Engine.Parts.cs::Engine.Start exact
        _oil = 3; //> ref Engine._oil
    }
    protected override void Warm() { } //> override Machine.Warm
    partial void Tune();
}
