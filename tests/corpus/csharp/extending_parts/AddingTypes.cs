using System;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Shop.Core
{
    public static partial class Adding
    {
        public static bool HasType(this IConfiguration config, string value) { return Check(value); } //> call Adding.Check

        public static void AddProvider<T>(
            this IServiceCollection services, Func<IServiceProvider, IConfiguration, T> func) { }

        public static void Fill(this Basket basket) { }

        private static bool Check(string value) { return true; }
    }
}
