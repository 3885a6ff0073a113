#pragma once
/* Another name is chosen before this file is included:
    #define SHAPES_NAMESPACE mine
*/
#ifndef SHAPES_NAMESPACE
#define SHAPES_NAMESPACE shapes  // a user may choose another
#endif
#define SHAPES_BEGIN namespace SHAPES_NAMESPACE {
#define SHAPES_END }

#ifdef WIDE
#define LINES_NAMESPACE wide
#else
#define LINES_NAMESPACE narrow
#endif
#define LINES_BEGIN namespace LINES_NAMESPACE {
#define LINES_END }
