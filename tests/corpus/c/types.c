struct node; //> def struct node

typedef struct list { //> def struct list
    struct node *head; //> typeof node
    int length;
} list;

struct node { //> def struct node
    struct node *next;
    union { //> none list
        int number; //> def field number
        char *text;
    } value;
};

enum color { RED, GREEN = 2 }; //> def enum color; def constant color.RED

typedef struct { //> none node
    int x;
} point; //> def struct point

extern int shared_total;
int shared_total = 0; //> def variable shared_total
static const int kLimit = 3; //> def constant kLimit

int node(list *items) { //> def function node
    struct node *first = items->head; //> ref list.head; ref node
    first->value.number = RED; //> ref node.value; ref color.RED
    point where = {0};
    where.x = shared_total; //> ref point.x; ref shared_total
    return first->next != 0; //> ref node.next
}

int unknown(struct other *thing) {
    return thing->length; //> none length
}
