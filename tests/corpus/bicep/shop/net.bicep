param cidr string //> def variable cidr
