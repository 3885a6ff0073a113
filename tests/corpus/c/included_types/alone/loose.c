struct node { int other; };
