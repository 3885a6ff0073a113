#include <stdio.h>
#define Lib_HEAD long count; void *type;
#define Lib_BEGIN_UNLOCKED {
#define Lib_END_UNLOCKED }
#define Lib_FUNC(type) extern type
#define Lib_NO_RETURN
#define Lib_FORMAT(args)
#define HEAD_INIT(type, size) {1, type}, size,
#define LIST_METHODDEF {"list", list},

LIB_BEGIN_HEADER

typedef struct {
    Lib_HEAD
    int width; //> def field width
} Box;

typedef struct {
    Lib_HEAD(box)
    int depth; //> def field depth
} Crate;

Lib_FUNC(int) measure(const char *, Box *); //> def function measure
Lib_FUNC(void) Lib_NO_RETURN
give_up(int code, const char *why) //> def function give_up
    Lib_FORMAT((printf, 2, 3));
Lib_DEPRECATED(3.2) Lib_FUNC(Box *) copy(Box *); //> def function copy

LIB_END_HEADER

static int list(int n) { return n; }

struct Method { const char *name; int (*run)(int); };

static struct Method methods[] = {
    LIST_METHODDEF
    {NULL, NULL}
};

static Box type = {
    HEAD_INIT(&type, 0)
    .width = 3,
};

static int wait_for(int n) { return n; }

int run(int n) { //> def function run
    int got = 0;
    Lib_BEGIN_UNLOCKED
    got = wait_for(n); //> call wait_for
    list(got); //> call list
    Lib_END_UNLOCKED
    CHECK_OR_LEAVE(got, goto failed);
    wait_for(list(got)); //> call list; call wait_for
    return got;
failed:
    return list(0); //> call list
}

enum Limit {
    LIMIT_BEGIN,
    LIMIT_END //> def constant LIMIT_END
};
