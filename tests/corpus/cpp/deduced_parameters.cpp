// Every type parameter of a template that an argument tells, whichever comes first.

template <class First, class Second> void put(First one, Second other) {}
void put(int one, const char *two, int three) {}
template <class Hidden> void put(int number) {}

void use() {
    put(1, 'a');  //> call put(First,Second)
    put<char>(1);  //> call put(int)
}
