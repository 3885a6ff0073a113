using System;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Shop.Core
{
    public class Basket { }

    public static partial class Adding
    {
        public static void AddShop(this IServiceCollection services, IConfiguration config, Basket basket)
        {
            services.AddParts(); //> call Adding.AddParts
            if (config.HasType("x")) return; //> call Adding.HasType
            services.AddProvider<int>((provider, inner) => { inner.HasType("y"); return 1; }); //> call Adding.AddProvider; call Adding.HasType
            AddProvider<int>(services, (provider, inner) => 1); //> call Adding.AddProvider
            basket.Fill(); //> call Adding.Fill
            basket.AddParts(); //> none AddParts
        }

        private static void AddParts(this IServiceCollection services) { }
    }
}
