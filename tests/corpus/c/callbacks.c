typedef int (*handler)(int); //> def type handler

struct command { //> def struct command
    const char *name; //> def field command.name
    handler run; //> def field command.run
};

static int get_command(int n) { return n; }
static int set_command(int n) { return n; }

static struct command table[] = { //> typeof command
    {"get", get_command}, //> ref get_command exact
    {.name = "set", .run = set_command}, //> ref set_command exact
};

static int apply(handler run, int n) {
    return run(n); //> none get_command; none set_command
}

int dispatch(struct command *command, int n) {
    handler chosen = n ? get_command : set_command; //> ref get_command; ref set_command
    apply(get_command, n); //> call apply exact; ref get_command exact
    chosen(n); //> none get_command; none set_command
    return command->run(n) + table[0].run(n); //> ref command.run; ref table
}
