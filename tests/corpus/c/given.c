// What only macros are given: statements, whole declarations, and macros beside a value.
#define PACKED_FIELD(x) x __attribute__((packed))
#define CHECK(ok, handler) do { if (!(ok)) { handler; } } while (0)
#define KIND_ARGUMENT(kind) , kind
#define LINE_END "\r\n"

struct pair { int size; };

struct header { //> def struct header
    PACKED_FIELD(unsigned char kind); //> def field header.kind
    PACKED_FIELD(struct pair *next_pair); //> def field header.next_pair; ref pair
    PACKED_FIELD(unsigned char name[16]); //> def field header.name
};

static int give_up(int n) { return -n; }
static int is_ready(int n) { return n; }
static int seek(const char *text, const char *what) { return *text == *what; }
static int find(int name KIND_ARGUMENT(int kind)) { return name; } //> def function find

int start(int n, struct header *h) { //> def function start
    CHECK(is_ready(n), return -1;); //> call CHECK exact; call is_ready exact
    CHECK(is_ready(n), give_up(n); return give_up(2);); //> call CHECK exact; call is_ready exact; call give_up exact
    CHECK(h->kind, //> ref header.kind
          goto out;);
    n += seek("a", LINE_END LINE_END); //> call seek exact
    n += find(n KIND_ARGUMENT(2)); //> call find exact
    return is_ready(n); //> call is_ready exact
out:
    return 0;
}
