// Conditionals within the heading of a function, marks in it, and names like marks.
#define TRACED_CALL
#if SETTLES
static void settle(int n) { n++; } //> def function settle
#else
#define settle(x)
#endif

typedef struct box { int size; } box;
int	__box_size(box *b); //> def function __box_size
int	__box_check(struct box *b, int n);

static int
#if LOGGED
grow(box *b, const char *file) //> def function grow
#else
grow_plain(box *b)
#endif
{
    settle(1); //> call settle inferred
    return __box_size(b); //> call __box_size exact
}

static int
CALLED_BACK
shrink(box *b) //> def function shrink
{
    return __box_check(b, 1); //> call __box_check exact
}

int resize(box *b) {
    int (CALLED_BACK *run)(box *) = shrink; //> ref shrink
    return run(b) + grow(b, "x"); //> call grow exact
}
