// Prototypes of a time when compilers did not know them, and macros before types that no keyword names.
#define ARGS(list) list
#define API extern
#define CALL

API long CALL old_sum ARGS((long left, const char *text, //> def function old_sum
                            unsigned length));
API int old_void ARGS((void)); //> def function old_void
API plain_t old_kind(plain_t kind); //> def function old_kind
static inline int old_text(int (*callback)(int)) { return callback((1)); } //> def function old_text
void CALL old_inner(plain_t, int, const char *); //> def function old_inner
