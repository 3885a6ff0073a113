// Definitions that macros make, with texts among the arguments, and marks that the file itself defines.

#define checked __attribute__((warn_unused_result))
#define internal
#define local static

static int checked first(int value) { return value; }  //> def function first

internal int second(int value) {  //> def function second
    return first(value);  //> call first exact
}

CORE_FN(core_open,
        "(open path &opt mode)",
        "Opens a file.\n"
        "Gives a `handle`.") {
    return second(1);  //> call second exact
}

CORE_FN(core_close, "(close)", "Closes it.") {
    return second(2);  //> call second exact
}

struct entry { const char *name; int (*run)(void); };

static const struct entry table[] = {
    {"open", core_open},  //> ref core_open
    {"close", core_close},  //> ref core_close
};

static unsigned char out[4][8] IN_RAM ALIGNED_TO_64;
static const unsigned ALIGNED(16) masks[4] = {1, 2, 3, 4};
struct state { int n; struct entry ALIGNED(16) head; };

NONNULL READS(1, 2)
static int third(struct state *s) {  //> def function third
    return first(s->n);  //> call first exact
}

int run(struct state *s, int code) {  //> def function run
    switch (code) {
    CASE_CODE(OPEN):
        return third(s);  //> call third exact
    CASE_CODE(CLOSE): {
        return second(code);  //> call second exact
    }
    }
    COMPARE(s, >);
    log_line("number %" PRIu64 " of " VERSION, out[0][0], second(3));  //> call second exact
    return third((ENTRY(state) *)s);  //> call third exact
}
