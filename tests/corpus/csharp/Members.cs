using System.Collections.Generic;
using System.Threading.Tasks;

namespace Acme.Harbour
{
    public interface IBerth
    {
        void Moor(Ship ship); //> def method IBerth.Moor
        int Depth { get; }
    }

    public class Ship
    {
        public string Name { get; }
        public Ship? Tug { get; set; }
        public Ship(string name) { Name = name; }
        public void Sound() { }
        public void Sound(int times) { }
        public static Ship Build() => new Ship("a"); //> call Ship.Ship exact
        public override string ToString() => Name; //> ref Ship.Name exact
    }

    public class Berth : IBerth //> implement IBerth
    {
        private readonly List<Ship> _ships = new();
        private readonly Dictionary<string, Ship> _byName = new();
        public int Depth => 3;

        public void Moor(Ship ship) //> override IBerth.Moor
        {
            ship.Sound(); //> call Ship.Sound() typed
            ship.Sound(2); //> call Ship.Sound(int) typed
            ship.Tug?.Sound(); //> call Ship.Sound() typed; ref Ship.Tug
            _ships.Add(ship); //> external List.Add
            foreach (var each in _ships)
                each.Sound(); //> call Ship.Sound() typed
            _ships[0].Sound(); //> call Ship.Sound() typed
            _byName["a"].Sound(1); //> call Ship.Sound(int) typed
            if (_byName.TryGetValue("b", out var found)) { }
            this.Sail(ship); //> call Berth.Sail exact
            Sail(Ship.Build()); //> call Berth.Sail exact; call Ship.Build exact
            System.Console.WriteLine(ship.Name); //> external Console.WriteLine; ref Ship.Name
        }

        private void Sail(Ship ship) { }

        public async Task<Ship> Find() => new("b"); //> call Ship.Ship
        public async Task Wait()
        {
            var ship = await Find(); //> call Berth.Find
            ship.Sound(); //> call Ship.Sound() typed
            (await Find()).Sound(); //> call Ship.Sound() typed
            object thing = ship;
            if (thing is Ship other && other.Name != "") other.Sound(); //> call Ship.Sound() typed
            thing.Sound(); //> none Sound
            var text = thing switch { Ship s => s.Name, _ => "" }; //> ref Ship.Name
            dynamic any = thing;
            any.Sound(); //> none Sound
        }

        public void Use(IBerth berth)
        {
            berth.Moor(null); //> call IBerth.Moor typed; call Berth.Moor dispatch
            var depth = berth.Depth; //> ref IBerth.Depth
        }
    }
}
