// Headers full of templates and macros: what a grammar cannot read must not cost what stands around it.
#include <type_traits>

#if HAS_INCLUDE(<version>)
#include <version>
#endif

namespace pool {

struct Slot {
    int value;
    int &operator*() { return value; }
    Slot *operator->() { return this; }
    int &operator[](int at) { return value; }
    bool operator<(const Slot &other) const { return value < other.value; }

    int read() {
        return operator*();  //> call Slot.operator* exact
    }
    int *address() {
        return &operator[](0);  //> call Slot.operator[] exact
    }
    bool before(Slot *other) {
        return other->operator<(*this);  //> call Slot.operator<
    }

RESERVED_FOR_TESTS:
    int hidden() { return read(); }  //> call Slot.read exact
};

int behind(Slot *slot) {
    return slot->operator[](1);  //> call Slot.operator[]
}

template <typename Item>
class Pool {
  public:
    typedef void (Pool::*Step)(int);
    typedef bool (Pool::*Ask)() const;
    static MAYBE_ATOMIC(int) count{};

    void grow(int by) {
        WHEN_CONSTANT (sizeof(Item) == 1) {
            reserve(by);  //> call Pool.reserve
        } else {
            reserve(by * 2);  //> call Pool.reserve
        }
    }

    void reserve(int by) {}

    auto first() const -> decltype(typename Item::template rebind<Pool>().format(count), true) {
        return true;
    }

    void each(void (Pool::*)(int), int Slot::*, const void * = nullptr) { reserve(1); }  //> call Pool.reserve

    template <typename Other, typename std::enable_if<sizeof(Other) <= 8 && !is_same<Other, Item>::value, int>::type = 0>
    void take(Other other) {
        grow(unsigned(other) << unsigned(count));  //> call Pool.grow
    }

    friend void swap(Pool &left, Pool &right) noexcept(
        is_movable<Item>::value && is_assignable<Item>::value) {
        left.reserve(2);  //> call Pool.reserve
    }

    ENABLE_IF_RESULT((Either<IsPointer<Item>, IsValue<Item>>), (Pool &)) put(Item item) {
        grow(1);  //> call Pool.grow
        return *this;
    }
};

void fill(Pool<Slot> &pool) {
    TRY_OR_ABORT {
        // only where exceptions are on
        pool.grow(1);  //> call Pool.grow
    }
    CATCH_ALL(pool)
}

EXPORTED_NAME template <typename Item>
FORCE_INLINED ALWAYS_CONSTANT auto make(Item item) -> Pool<Item> {
    return typename Traits<Item>::type{item};
}
template EXPORTED_NAME auto make<char>(char) -> Pool<char>;

void after() {
    Pool<Slot> pool = make(Slot());  //> call make
    fill(pool);  //> call fill exact
}

}  // namespace pool
