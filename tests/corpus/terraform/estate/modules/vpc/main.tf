variable "cidr" {} #> def variable variable.cidr
