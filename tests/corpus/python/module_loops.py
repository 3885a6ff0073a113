"""What a module's own loops and branches name."""

import sys


class Users:
    name = ""

    @classmethod
    def all(cls):
        return []


class Level(str):
    pass


settings = Users()

if __name__ == "__main__":
    token = sys.argv[1]
    for each in range(3):
        print(token)  #> ref token
        settings.name  #> ref settings; ref Users.name
        Users.name  #> ref Users; ref Users.name
        if each:
            print(Users.name, token)  #> ref Users; ref token
    print(token)  #> ref token
    for team in sys.argv:
        Users.all()  #> ref Users; call Users.all
    print(Users)  #> ref Users

count = 1
while count < 3:  #> ref count
    count += 1
    print(settings)  #> ref settings
print(count)  #> ref count


def inside(items):
    local = 1
    for item in items:
        print(local, settings)  #> ref settings; none local
        settings.name  #> ref settings
    for settings2 in items:
        print(settings2)  #> none settings
