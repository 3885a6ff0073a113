#define API
#define NOINLINE __attribute__((noinline))
#define CHECKED(n)

typedef unsigned long size;

static size measure(const char *text) { return text[0]; }

API size exported_measure(const char *text) { //> def function exported_measure
    return measure(text); //> call measure exact
}

static __attribute__((unused, aligned(16))) size spare(void) { return measure(""); } //> def function spare; call measure

CHECKED("bounds")
size checked(const char *text) { //> def function checked
    return measure(text); //> call measure exact
}

volatile_counter size counter = 0;

void printf_like(1, 2) report(const char *format, ...) { //> def function report
    measure(format); //> call measure exact
}

struct __attribute__((packed)) header { //> def struct header
    size length; //> def field header.length
};
