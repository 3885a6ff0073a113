static int before(void) {
    return 1;
}

int half( [ ) { return }} ;

int recovered(void) { //> def function recovered
    return before(); //> call before exact
}
