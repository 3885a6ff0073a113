struct node;
void walk(struct node *first);
