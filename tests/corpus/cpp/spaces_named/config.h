#pragma once
// Where there are no namespaces the macros stand for nothing.
#ifdef NO_SPACES
#define PLANTS_BEGIN
#define PLANTS_END
#define PLANTS_NS
#else
#define PLANTS_BEGIN namespace plants {
#define PLANTS_END }
#define PLANTS_NS plants
#endif

#define LEAVES_NS plants::leaves
#define QUIET
