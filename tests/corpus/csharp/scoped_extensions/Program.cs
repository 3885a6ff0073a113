using System.Linq;
using Acme.Elsewhere;
using Acme.Wiring;
using Microsoft.Extensions.DependencyInjection;

namespace Acme
{
    public class ShopHost : Vendor.Host, IServiceCollection { }

    public class Program
    {
        public void Main(IServiceCollection builder, ShopHost host, Engine engine, Pile<string> pile)
        {
            builder.AddShop(); //> call WiringExtensions.AddShop typed
            host.AddShop(); //> call WiringExtensions.AddShop typed
            pile.Where(each => each.Length > 1); //> external Enumerable.Where; none WiringExtensions.Where
            pile.Where(true).First(); //> call WiringExtensions.Where typed; external Enumerable.First
            "a".Describe("b"); //> call WiringExtensions.Describe(string,string)
            "a".Describe(); //> call WiringExtensions.Describe(object)
            pile.Count(); //> external Enumerable.Count; none WiringExtensions.Count
            pile.Count(2); //> call WiringExtensions.Count typed
            engine.Stop(); //> call WiringExtensions.Stop typed
            engine.Speed(); //> call OtherExtensions.Speed typed; none Engine.Speed
            engine.Speed("kn"); //> call Engine.Speed; none OtherExtensions.Speed
            engine.Started(1); //> none OtherExtensions.Started
            Engine.Speed(); //> none OtherExtensions.Speed
        }
    }
}
