{ rate: 2 } //> def field rate
