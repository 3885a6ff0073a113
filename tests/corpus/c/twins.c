// Definitions that exclude each other.
#include <stdlib.h>
#include <string.h>

#ifdef FANCY
static int prompt(void) { return 1; }
static int ready(void) { return prompt(); } //> call prompt exact
#else
static int prompt(void) { return 2; }
static int waiting(void) { return prompt(); } //> call prompt exact
#endif

int ask(void) { return prompt(); } //> call prompt inferred

int asked(void) {
#if !defined(FANCY)
    return prompt() + waiting(); //> call waiting exact; call prompt exact
#else
    return ready(); //> call ready exact
#endif
}

// what one branch defines as a macro
#if defined(TRACE) && TRACE_LEVEL
static void trace(const char *text) { ask(); }
#else
#define trace(text) ((void)0)
#endif

void step(void) { trace("step"); } //> call trace inferred

// elsewhere the library's own
#ifdef _WIN32
static int setenv(const char *name, const char *value, int replace) { return 0; }
void prepare(void) { setenv("A", "1", 1); } //> call setenv exact
#endif

void configure(void) { setenv("A", "1", 1); } //> call setenv inferred

char *own_copy(const char *text) { return strdup(text); }
#ifdef NO_COPY
#define strndup own_copy
char *first(const char *text) { return strndup(text); } //> call own_copy exact
#endif

char *second(const char *text) { return strndup(text); } //> call own_copy inferred

// a macro and a function of one name
struct table { int size; };
int early(struct table *t);
#define table_size(t) ((t)->size)
int (table_size)(struct table *t) { return table_size(t); } //> call table_size exact
int twice(struct table *t) { return 2 * table_size(t); } //> call table_size exact

// a default that a user may replace is what is meant
#ifndef LIMIT
#define LIMIT(n) ((n) + 1)
#endif
int limited(int n) { return LIMIT(n); } //> call LIMIT exact

// a macro that may be there already is what is meant then
#if !defined(shorten)
static int shorten(int n) { return n / 2; }
#endif
int shortened(int n) { return shorten(n); } //> call shorten inferred

#define place(n) ((void)0)
#ifdef PLACED
#undef place
static void place(int n) { shortened(n); }
#endif
void put(int n) { place(n); } //> call place inferred

// of two macros the first stands for both
#ifdef __GNUC__
#define rarely(x) __builtin_expect((x), 0)
#else
#define rarely(x) (x)
#endif
int seldom(int n) { return rarely(n); } //> call rarely exact

// what is there for other than the usual platform is behind `#ifndef`, too
#ifndef _WIN32
static int pages(void) { return 4096; }
#else
int pages(void);
#endif
int paged(void) { return pages(); } //> call pages exact

// what one branch declares another one calls by another name
static void pass_on(int n) { put(n); }
#if LAYERED
void feed(int n);
#else
#define feed pass_on
#endif
void fed(void) { feed(1); } //> call feed inferred; call pass_on inferred

#if !LAYERED
#define drain pass_on
#else
void drain(int n);
#endif
void drained(void) { drain(1); } //> call drain inferred; call pass_on inferred
