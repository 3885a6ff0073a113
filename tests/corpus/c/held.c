static void single(void) {}
static void other(void) {}

static void (*pointer)(void) = single; //> ref single

struct button {
    void (*press)(void);
};

void use(struct button *button, void (*given)(void)) {
    pointer(); //> ref pointer; implicit single
    button->press(); //> ref button.press
    given(); //> none pointer; none single
    other(); //> call other exact
}
