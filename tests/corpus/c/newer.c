/* Extensions of compilers and kernels that the grammar does not know. */
#define __init
#define __user
#define EACH(at, list) for (at = list; at; at = at->next)

enum Size : unsigned char { SMALL, LARGE };

struct node {
    struct node *next;
    struct { int x[2]; } at;
};

static const unsigned char logo[] = {
#embed "logo.png" limit(16)
};

static int read_text(const char __user *text, int length) { return length; } //> def function read_text

static int __init start(void) { //> def function start
    static void *steps[] = {&&done};
    goto *steps[0];
done:
    return read_text(logo, __builtin_offsetof(struct node, next)); //> call read_text
}

int kind(int c) {
    switch (c) {
    case 'a' ... 'z':
        return start(); //> call start
    }
    return offsetof(struct node, at.x[1]) + start(); //> call start
}

int total(struct node *list) {
    struct node *at;
    EACH(at, list) {
        start(); //> call start
    }
    return 0;
}
