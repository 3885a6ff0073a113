// A lambda whose result is not known fits an interface that wants a result, and one that wants none.

interface Action {
    void act();
}

interface Source<T> {
    T get();
}

class LambdaResults {
    static void submit(Action action) {}

    static <T> void submit(Source<T> source) {}

    static int number() {
        return 1;
    }

    void use(Missing missing) {
        submit(() -> missing.unknown());  //> call LambdaResults.submit(Action); call LambdaResults.submit(Source<T>)
        submit(() -> number());  //> call LambdaResults.submit(Source<T>)
    }
}
