#pragma once
#define PAIRED_(a, b) a##b
#define PAIRED(a, b) PAIRED_(a, b)
#ifndef GRAPH_BEGIN
#define GRAPH_BEGIN            \
    namespace graph            \
    {                          \
    inline namespace PAIRED(   \
            abi,               \
            GRAPH_TAG)         \
    {
#endif
#define GRAPH_END \
    }             \
    }
