// Conditions decide which of several classes a value is.

class Cat {
  speak() {}
}
class Dog {
  speak() {}
}

function isDog(pet: unknown): pet is Dog {
  return pet instanceof Dog //> ref Dog
}

export function greet(pet: unknown, other: any) {
  if (pet instanceof Cat) {
    pet.speak() //> call Cat.speak typed; none Dog.speak
  } else if (isDog(pet)) {
    pet.speak() //> call Dog.speak typed; none Cat.speak
  }
  if (!(other instanceof Dog)) {
    return
  }
  other.speak() //> call Dog.speak typed; none Cat.speak
}

export const both = (pet: any) => pet instanceof Cat && pet.speak() //> call Cat.speak typed
export const choice = (pet: any) => (isDog(pet) ? pet.speak() : null) //> call Dog.speak typed
