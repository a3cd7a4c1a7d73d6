/**
 * Bylines as real outlets print them: roles, datelines and places joined to names.
 *
 * Invariants: an outlet mostly uses its own style; the reporter's name comes from its staff.
 */
import type { Outlet } from './outlets.js';
import { type Random, zipf } from './random.js';
import type { PhraseWords, Spelled } from './vocabulary.js';

const fame = zipf(24, 3);

function reporter(outlet: Outlet, random: Random): Spelled {
  return outlet.staff[fame.pick(random) % outlet.staff.length] as Spelled;
}

/** Two different reporters, or one when both random picks are the same. */
function pair(outlet: Outlet, random: Random): [string, string | null] {
  const first = reporter(outlet, random)[0];
  const second = reporter(outlet, random)[0];
  return [first, first === second ? null : second];
}

function english(outlet: Outlet, words: PhraseWords['bylines'], random: Random): string[] {
  const name = reporter(outlet, random)[1];
  const style = random.below(10);
  if (style < 6) return [name];
  if (style < 8) return [`By ${name}`];
  if (style < 9) return [random.pick(words.latinDesks)];
  const second = reporter(outlet, random)[1];
  return [second === name ? `By ${name}` : `By ${name} and ${second}`];
}

/** The `authors` of an article, and the reporter who signs its body. */
export function byline(
  outlet: Outlet,
  words: PhraseWords['bylines'],
  random: Random,
): { authors: string[]; name: string; spot: string } {
  const [name, second] = pair(outlet, random);
  const spot = random.pick(words.spots);
  const done = (...authors: string[]) => ({ authors, name, spot });
  if (outlet.english) return done(...english(outlet, words, random));
  if (random.chance(12)) return done();
  if (random.chance(10)) return done(random.pick(words.collective));
  if (second !== null && random.chance(9)) {
    const joint = random.pick(['、', '／', '/', ' ']);
    return done(
      random.chance(50) ? `記者${name}${joint}${second}／${spot}報導` : `${name}${joint}${second}`,
    );
  }
  switch ((outlet.bylineStyle + (random.chance(15) ? 1 : 0)) % 6) {
    case 0:
      return done(`記者${name}／${spot}報導`);
    case 1:
      return done(name);
    case 2:
      return done(`${random.pick(words.roles)}${name}`);
    case 3:
      return done(`文／${name}`);
    case 4:
      return random.chance(25) ? done(`${name}台北`) : done(`〔記者${name}／${spot}報導〕`);
    default:
      return done(`${outlet.short} ${name}`);
  }
}
