/** How much `npm run test:all` does beyond `npm test`. */

/** Whether what is dear is done in full. */
export const isAll = process.env.TAGWIRE_TEST_ALL === '1';

/** How often something dear is done: in `npm test`, and in `npm run test:all`. */
export function times(usual: number, all: number): number {
  return isAll ? all : usual;
}
