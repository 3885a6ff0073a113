#define UNUSED(declaration) __attribute__((unused)) declaration
#define LOCAL(declaration) static declaration

struct jar { int size; };

UNUSED(static int weigh(struct jar* jar)) { //> def function weigh
    return jar->size;
}

LOCAL(struct jar* lift(struct jar* jar,
                       int (*how)(int))) { //> none how
    weigh(jar); //> call weigh exact
    return jar;
}

UNUSED(static void shut(struct jar* jar)); //> def function shut

LOCAL(unsigned long count(void))
{
    return count(); //> call count exact
}

int use(struct jar* jar) {
    lift(jar, 0); //> call lift exact
    return weigh(jar); //> call weigh exact
}

UNUSED(static void shut(struct jar* jar)) {
    jar->size = 0;
}
