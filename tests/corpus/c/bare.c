// Behind the name of a macro that stands for nothing there may be blanks, or a remark.
static int first(void) { return 1; } //> def function first
#define setup() /* nothing to set up */
static int second(void) { return first(); } //> def function second; call first exact
#define MARKED    
static int third(void) { return second(); } //> def function third; call second exact
#define lock(x)   
int fourth(void) { lock(1); return third(); } //> def function fourth; call third exact; call lock exact
