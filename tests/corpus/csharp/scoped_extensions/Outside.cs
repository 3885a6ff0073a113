using System.Threading.Tasks;
using Acme.Wiring;
using Microsoft.Extensions.DependencyInjection;
using Vendor.Web;

namespace Acme.Web
{
    public static class WebExtensions
    {
        public static IPipeline UseShop(this IPipeline app) => app.UseLog(); //> call WebExtensions.UseLog typed
        public static IPipeline UseLog(this IPipeline app) => app;
        public static string Slug(this string text) => text;
        public static void Grease(this Engine engine) { }
        public static void Both(this Engine engine) { }
    }

    public static class MoreExtensions
    {
        public static void Both(this IPipeline app) { }
    }

    public class Known { }

    public class Startup : VendorStartup
    {
        public void Configure(IPipeline app, Engine engine, Known known, IServiceCollection services)
        {
            app.UseShop(); //> call WebExtensions.UseShop typed
            app.UseShop().UseLog(); //> call WebExtensions.UseShop typed; call WebExtensions.UseLog typed
            app.UseShop(1); //> none UseShop
            app.Both(); //> call MoreExtensions.Both typed; none WebExtensions.Both
            engine.Both(); //> call WebExtensions.Both typed; none MoreExtensions.Both
            "a".Slug().Slug(); //> call WebExtensions.Slug typed
            services.AddParts(1); //> call WiringExtensions.AddParts typed
            Known.Grease(); //> none Grease
            known.Grease(); //> none Grease
            Vendor.Grease(); //> none Grease
            Grease(); //> none Grease
        }
    }
}
