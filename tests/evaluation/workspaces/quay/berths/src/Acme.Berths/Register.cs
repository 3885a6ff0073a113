using System.Collections.Generic;

namespace Acme.Berths;

public class Register<T> where T : class
{
    private readonly List<T> _items = new();

    public void Add(T item) => _items.Add(item);

    public T Find(int index) => _items[index];

    public static Register<T> Create() => new Register<T>();
}
