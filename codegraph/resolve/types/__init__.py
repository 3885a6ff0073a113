"""Values and types: linearisation, members, generics, narrowing and assignability."""
