terraform {
  required_version = ">= 1.5" #> none *
}

# The web server.
resource "aws_instance" "web" { #> def class aws_instance.web; doc The web server.
  ami = data.aws_ami.ubuntu.id #> none ubuntu
  ingress {
    port = var.port #> none port
  }
}

data "aws_ami" "ubuntu" {} #> def class data.aws_ami.ubuntu

module "vpc" { #> def module module.vpc
  source = "./modules/vpc" #> import modules/vpc/main.tf::
}

module "far" { #> def module module.far
  source = "terraform-aws-modules/vpc/aws" #> none *
}

variable "port" { type = number } #> def variable variable.port
output "ip" { value = 1 } #> def property output.ip
locals {
  name = "shop" #> def variable locals.name
  tags = { owner = "shop" } #> def variable locals.tags; none owner
}
provider "aws" { region = "x" } #> def class provider.aws
