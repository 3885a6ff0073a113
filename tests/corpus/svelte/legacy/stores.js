import { writable } from 'svelte/store';
export class User {
  name = '';
  rename() {}
}
export const user = writable(new User());
function makeCart() {
  const { subscribe } = writable([]);
  return { subscribe, add() {} };
}
export const cart = makeCart();
