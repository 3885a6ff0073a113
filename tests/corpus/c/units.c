#define KB *(1 << 10)
#define FORCE_INLINE static inline
typedef unsigned long word_t;

FORCE_INLINE word_t
first(const char* p, int n) //> def function first
{
  return p[n];
}

int limit(int n) { return n >= 64 KB - 1; }
int table[4 KB];

int third(int n)
{
  word_t const half = first("", 1 KB); //> call first
  return half + n;
}

int second(const char* p) { return first(p, 16 KB); } //> call first exact; def function second

#define nonnull
#define LITERAL(type) (type)
typedef struct { int x, y; } point_t;

static inline point_t added(point_t a, point_t b) //> def function added
{
  return LITERAL(point_t){ a.x + b.x, a.y + b.y };
}

void place(point_t* nonnull to, const point_t* nonnull from) //> def function place
{
  *to = added(*to, *from); //> call added exact
}
