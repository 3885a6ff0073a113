static int helper(int n) { return n; } //> def function helper

int later(int n); //> def function later

int shadowed(int helper) {
    return helper + 1; //> none helper
}

int caller(void) { //> def function caller
    int later_count = 0;
    {
        int helper = 3; //> none helper
        later_count += helper; //> none helper
    }
    later_count += helper(1); //> call helper exact
    later_count += later(2); //> call later exact
    printf("%d\n", later_count); //> unresolved printf
    return later_count;
}

int old_style(a, b) //> def function old_style
    int a;
    char *b;
{
    return helper(a); //> call helper exact
}

int later(int n) { //> def function later
    return n ? later(n - 1) : 0; //> call later exact
}
