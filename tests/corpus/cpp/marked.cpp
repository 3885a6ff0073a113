// Macros that only the shape of the code shows, and what macros take besides expressions.
#define QUIET constexpr
#if defined(OLD)
#define INNER_FN
#else
#define INNER_FN inline
#endif
#define PUSH_OPTIONS(x) _Pragma(#x)

PUSH_OPTIONS(optimize)

struct Result {
    QUIET explicit operator bool() const { return true; }
    INNER_FN int get() { return 1; }  //> def method Result.get
};

template <typename T, ENABLE_IF(!is_small<T>::value)>
INNER_FN int sized(T value) {  //> def function sized
    Result r;
    return r.get();  //> call Result.get
}

int checked(int value) {
    if COMPILE_TIME (value > 1) {
        return sized(value);  //> call sized
    }
    return 0;
}

typedef int (CALLED *Handler)(int);

void test() {
    Result r;
    EXPECT_THROW(throw Result(), Result);
    ASSERT_DEATH([[maybe_unused]] const auto *held = checked(2), "");  //> call checked
    NAMES(Result, int, );
    checked(r.get());  //> call checked; call Result.get
}

namespace detail {
struct View {};
}  // namespace detail

LIB_BEGIN_EXPORT

// A member stays one.
template <typename Char>
struct Shown : Result {
    void keep() = delete;
    template <typename T> int show(T value) { return sized(value); }  //> def method Shown.show; call sized
};
