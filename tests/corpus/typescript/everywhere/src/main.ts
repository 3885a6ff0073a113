export const tool = (given: Tool) => given; //> unresolved Tool
