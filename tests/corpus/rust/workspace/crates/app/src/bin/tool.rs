fn helper() {}

fn main() {
    helper(); //> call bin/tool.rs::helper exact
    core_lib::build().inside(); //> call core-lib/src/lib.rs::build exact; call Square.inside typed
}
