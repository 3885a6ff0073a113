#define LIMIT 10 //> def macro LIMIT
#define TWICE(x) (grow(x) + grow(x)) //> def macro TWICE; ref grow
#define renamed grow
#define LOOP(i, n) for (int i = 0; i < (n); i++) /* counts
                                                    upwards */

static int grow(int n) { return n; }

/* Documented. */
int use(void) { //> def function use
    int total = TWICE(grow(LIMIT)); //> call TWICE exact; call grow exact; ref LIMIT
    LOOP(i, 3) {
        total += grow(i); //> call grow exact
    }
    return total + renamed(1); //> call grow exact
}

#ifdef __cplusplus
extern "C" {
#endif
int exported(void) { return use(); } //> call use exact
#ifdef __cplusplus
}
#endif

void open_lid(struct box *box) {
  struct lid *lid = LID_OF(
      struct lid *,
      box);
  close_lid(lid);
}

int after_lid(void) { //> def function after_lid
  return grow(1); //> call grow exact
}
