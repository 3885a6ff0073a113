# Serves the shop.
job "shop" { #> def module job.shop; doc Serves the shop.
  type = "service"
}
variable "image" {} #> def variable variable.image
