using System;

namespace Acme.Shop
{
    /// <summary>
    /// A cart of <see cref="Base"/> things.
    /// </summary>
    [Serializable]
    public partial class Cart<T> : Base, IFoo where T : new() //> def class Cart; doc A cart of Base things.
    {
        public const int Max = 3, Min = 2; //> def constant Cart.Max; def constant Cart.Min
        private readonly string _name; //> def field Cart._name
        public event EventHandler Changed; //> def field Cart.Changed
        public event EventHandler Other { add { } remove { } } //> def field Cart.Other

        public Cart(int size) : base(size) //> def constructor Cart.Cart
        {
            var total = Helper(size); //> call Cart.Helper exact; none total
        }

        public string Name { get; set; } = ""; //> def property Cart.Name
        public int this[int index] => 3; //> def method Cart.this

        /* Adds an item. */
        [Obsolete]
        public static async Task<int> Add<U>(U item) //> def method Cart.Add; doc Adds an item.
        {
            int Twice(int n) => 2 * n; //> def function Cart.Add.Twice; flag local Cart.Add.Twice
            return Twice(Max); //> call Cart.Add.Twice exact; ref Cart.Max
        }

        public static Cart<T> operator +(Cart<T> a, Cart<T> b) => a; //> def method Cart.+
        public static implicit operator int(Cart<T> cart) => 1;
        void IFoo.Bar() { } //> def method Cart.Bar
        static int Helper(int size) => size; //> def method Cart.Helper

        enum Color { Red, Green = 2 } //> def enum Cart.Color; def constant Cart.Color.Red; def constant Cart.Color.Green

        struct Point { public int X; } //> def struct Cart.Point; def field Cart.Point.X

        interface IShape { void Draw(); int Area { get; } } //> def interface Cart.IShape; def method Cart.IShape.Draw; def property Cart.IShape.Area
    }

    public delegate void Handler(int value); //> def type Handler

    record Person(string First, string Last) { } //> def class Person; def property Person.First; def property Person.Last
    record struct Money(int Amount); //> def struct Money
}
