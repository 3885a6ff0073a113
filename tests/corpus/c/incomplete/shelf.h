// The bodies stand elsewhere: a typedef alone declares them.
#define API extern
typedef struct shelf shelf; //> def struct shelf; ref shelf.c::shelf
typedef struct plank_ *plank; //> ref shelf.c::plank_
typedef struct stranger stranger;

shelf *shelf_new(void); //> ref shelf.c::shelf
plank shelf_plank(shelf *shelf); //> ref shelf.c::shelf
API int   (shelf_full) (shelf *shelf); //> def function shelf_full
API const char     *(shelf_name) (shelf *shelf, int length); //> def function shelf_name
stranger *shelf_owner(shelf *shelf); //> ref shelf.h::stranger
