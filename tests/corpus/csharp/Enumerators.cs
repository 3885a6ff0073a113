using System.Collections;
using System.Collections.Generic;

namespace Acme.Stacks
{
    public interface IEnricher { void Enrich(); }

    public class Stack : IEnumerable<IEnricher>
    {
        public Enumerator GetEnumerator() => new(this);
        IEnumerator<IEnricher> IEnumerable<IEnricher>.GetEnumerator() => new Enumerator(this);
        IEnumerator IEnumerable.GetEnumerator() => new Enumerator(this);

        public struct Enumerator : IEnumerator<IEnricher>
        {
            public Enumerator(Stack stack) { }
            public bool MoveNext() => true;
            public IEnricher Current => null;
        }
    }

    public class Sinks
    {
        public Sinks Sink(IEnricher sink, int level) => Sink(sink, level, null); //> call Sinks.Sink(IEnricher,int,string) exact
        public Sinks Sink(IEnricher sink, int level = 1, string name = null) => this;
        public void Use(IEnricher one) { Sink(one, 2); } //> call Sinks.Sink(IEnricher,int) exact; none Sinks.Sink(IEnricher,int,string)
    }

    public class Reader
    {
        public void Read(Stack stack)
        {
            foreach (var each in stack) each.Enrich(); //> call IEnricher.Enrich
        }
    }
}
