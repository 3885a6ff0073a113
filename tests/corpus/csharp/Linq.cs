using System;
using System.Collections.Generic;
using System.Linq;

namespace Acme.Orders;

public record Line(string Item, int Count)
{
    public int Weigh() => Count; //> ref Line.Count
}

public class Order
{
    public List<Line> Lines { get; } = new();
    public event Action<Line> Added;
    private Func<Line, bool> _filter = line => line.Weigh() > 1; //> call Line.Weigh typed

    public int Weigh()
    {
        Lines.ForEach(each => each.Weigh()); //> call Line.Weigh typed
        Lines.ForEach(Check); //> ref Order.Check
        Added += Check; //> ref Order.Check; ref Order.Added
        var heavy = Lines.Where(l => l.Count > 3).Select(l => l.Weigh()).ToList(); //> call Line.Weigh typed
        var first = Lines.OrderBy(l => l.Item).First();
        first.Weigh(); //> call Line.Weigh typed
        var chosen = from line in Lines where line.Weigh() > 1 select line; //> call Line.Weigh typed
        foreach (var line in chosen) line.Weigh(); //> call Line.Weigh typed
        foreach (var group in Lines.GroupBy(l => l.Item))
            foreach (var line in group) line.Weigh(); //> call Line.Weigh typed
        var (item, count) = (new Line("a", 1), 2); //> call Line
        item.Weigh(); //> call Line.Weigh typed
        return Lines.Sum(l => l.Weigh()); //> call Line.Weigh typed
    }

    private void Check(Line line) { }
}
