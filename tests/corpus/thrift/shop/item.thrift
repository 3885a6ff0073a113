struct Item { 1: i32 id } //> def struct Item
