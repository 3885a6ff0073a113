namespace Acme.Properties
{
    public interface INamed
    {
        string Name { get; }
        string Title => Name; //> ref INamed.Name exact; ref Disk.Name dispatch
    }

    public class Disk : INamed
    {
        public string Name => ""; //> override INamed.Name
    }

    public class Hidden : INamed
    {
        string INamed.Name => ""; //> override INamed.Name
    }

    public abstract class Shape
    {
        public abstract int Sides { get; }
        public virtual int Weight => 1;
        public static int Known => 1;
    }

    public class Box : Shape
    {
        public override int Sides => 4; //> override Shape.Sides
        public override int Weight { get { return base.Weight; } } //> override Shape.Weight; ref Shape.Weight
        public new static int Known => 2; //> none Shape.Known
        public int Count() => Sides; //> ref Box.Sides exact; none Shape.Sides
    }

    public class Reader
    {
        public void Read(INamed one, Shape shape)
        {
            var name = one.Name; //> ref INamed.Name typed; ref Disk.Name dispatch; ref Hidden.Name dispatch
            var sides = shape.Sides + shape.Weight; //> ref Shape.Sides typed; ref Box.Sides dispatch; ref Shape.Weight typed; none Box.Weight
        }
    }
}

namespace Acme.Hiding
{
    public interface INamed { string Name { get; } }

    public class Top
    {
        public virtual string Name => "";
        public virtual int Count() => 1;
    }

    public class Redefined : Top, INamed
    {
        public new string Name => ""; //> override INamed.Name; none Top.Name
        public new int Count() => 2; //> none Top.Count
    }
}
