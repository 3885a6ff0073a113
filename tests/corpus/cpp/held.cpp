void single() {}
void other() {}

static void (*pointer)() = single; //> ref single
auto lambda = [](int value) { return value; };

struct Button {
    void (*press)();
};

void use(Button& button, void (*given)()) {
    pointer(); //> ref pointer; implicit single
    lambda(3); //> ref lambda
    button.press(); //> ref Button.press
    given(); //> none pointer; none single
    other(); //> call other exact
}
