// Modules that are loaded when they are needed are promised.
import('./store').then((found) => found.open().save('a')); //> call open; call Store.save
import('./store').then(({ open }) => open()); //> call open

const load = () => import('./store'); //> import store.ts::
load().then((found) => found.open()); //> call load; call open

async function wait() {
  (await load()).open(); //> call open
  const { open } = await import('./store');
  open(); //> call open
  const [first] = await Promise.all([import('./store'), load()]);
  first.open(); //> call open
  import('./store').open(); //> none open
}
