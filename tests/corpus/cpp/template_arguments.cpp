// Overloads some of which are templates: what a call is given between `<` and `>`, and what it is not.
#include <type_traits>

struct Shown {
    void show() {}
};
struct Loose {
    void change() {}
};

struct Held {
    template <typename T>
    Shown peek() const { return Shown(); }
    template <typename T>
    Loose peek() { return Loose(); }
};

void look(Held held, const Held &fixed) {
    held.peek<int>().change();  //> call Held.peek typed; call Loose.change
    fixed.peek<int>().show();  //> call Held.peek typed; call Shown.show
}

struct Store {
    int pools() { return 1; }
    template <typename Type>
    Type &pools(int id = 0) { return *this; }

    template <unsigned flags, typename Source>
    Loose read(const typename Source::Letter *text) { return Loose(); }
    template <unsigned flags>
    Loose read(const char *text) { return Loose(); }
    Shown read(const char *text) { return Shown(); }
};

void use(Store store) {
    store.pools();  //> call template_arguments.cpp::Store.pools()
    store.pools<Store>();  //> call template_arguments.cpp::Store.pools(int)
    store.read("text").show();  //> call Store.read(constchar*); call Shown.show; none change
    store.read<1>("text").change();  //> call Store.read(constchar*); call Loose.change
}

struct Text {
    template <typename Value, typename Plain = Bare<Value>>
    Shown get() const { return Shown(); }
    template <typename Pointer, typename std::enable_if<std::is_pointer<Pointer>::value, int>::type = 0>
    Loose get() { return Loose(); }
    template <typename Each, only_if<Each>::type = 0>
    Loose at(Each &&key) { return Loose(); }
    template <typename Each, only_if<Each>::type = 0>
    Shown at(Each &&key) const { return Shown(); }
};

void both(Text text) {
    text.get<int>().show();  //> call Text.get; call Shown.show
    text.at(1).change();  //> call Text.at typed; call Loose.change typed; none show
}

typedef const char *(*Rule)(const char *);
const char *blank(const char *text);
template <Rule one> Shown chain(const char *text) { return Shown(); }
template <Rule one, Rule two> Loose chain(const char *text) { return Loose(); }

void chained(const char *text) {
    chain<blank, blank>(text).change();  //> call Loose.change; none show
}
