import fc from 'fast-check';
import t from 'tap';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { finished } from '../../../src/kernel/runtime/pause.js';
import { groupsOfTexts, StoryGroups } from '../../../src/news/events/state/stories.js';
import { Texts } from '../../../src/news/events/state/texts.js';
import { newsOf } from '../catalog/records.js';

const START_MS = Date.UTC(2026, 0, 15);
const SUBJECTS = [
  'quake shakes coast near Tainan, rescue teams search collapsed houses',
  'parliament rejects budget, finance minister asks for another vote',
  'airline pilots strike, flights to islands are cancelled until Monday',
];

/** A small press: articles come, change and go; runs may follow each of them. */
class Press {
  readonly texts = new Texts();
  groups = new StoryGroups();
  readonly #articles = new Map<number, number>();
  #sequence = 0;

  put(id: number, title: string): void {
    this.#sequence += 1;
    const timeMs = START_MS + id * MINUTE_MS;
    this.#articles.set(id, timeMs);
    this.texts.put(newsOf(id, 'a', timeMs, { title }), null, this.#sequence);
  }

  remove(id: number): void {
    this.#sequence += 1;
    this.#articles.delete(id);
    this.texts.remove(id, this.#sequence);
  }

  run(): number[][] {
    const articles = [...this.#articles]
      .sort(([a], [b]) => a - b)
      .map(([id, sortMs]) => ({ id, sortMs, voice: 1 }));
    return finished(groupsOfTexts(this.texts, articles, this.groups))
      .map((group) => group.flatMap(({ places }) => places.map((place) => articles[place]!.id)))
      .map((ids) => ids.sort((a, b) => a - b))
      .filter(({ length }) => length > 1)
      .sort(([a], [b]) => a! - b!);
  }

  restart(): void {
    const { state } = this.groups;
    this.groups = new StoryGroups();
    this.groups.restore(JSON.parse(JSON.stringify(state)));
  }
}

function report(press: Press, id: number, subject: number): void {
  press.put(id, `${SUBJECTS[subject]!} ${100 + id}`);
}

t.test('an article that comes later joins the group of its story, and others stay', async (t) => {
  const press = new Press();
  for (const id of [1, 2]) report(press, id, 0);
  for (const id of [3, 4]) report(press, id, 1);
  t.strictSame(press.run(), [
    [1, 2],
    [3, 4],
  ]);
  report(press, 5, 0);
  report(press, 6, 2);
  t.strictSame(press.run(), [
    [1, 2, 5],
    [3, 4],
  ]);
});

t.test('an article that goes, or tells something else, leaves its group', async (t) => {
  const press = new Press();
  for (const id of [1, 2, 3, 4]) report(press, id, 0);
  for (const id of [5, 6]) report(press, id, 1);
  press.run();
  press.remove(2);
  report(press, 3, 1);
  t.strictSame(press.run(), [
    [1, 4],
    [3, 5, 6],
  ]);
});

const steps = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 30 }),
    subject: fc.nat({ max: 2 }),
    runs: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

t.test('groups that come back from a snapshot go on like those that were never away', async (t) => {
  fc.assert(
    fc.property(steps, fc.nat(), (all, cut) => {
      const [kept, restarted] = [new Press(), new Press()];
      all.forEach(({ id, subject, runs }, at) => {
        for (const press of [kept, restarted]) {
          report(press, id, subject);
          if (runs) press.run();
        }
        if (at === cut % all.length) restarted.restart();
      });
      return (
        JSON.stringify(kept.run()) === JSON.stringify(restarted.run()) &&
        JSON.stringify(kept.groups.state) === JSON.stringify(restarted.groups.state)
      );
    }),
  );
  t.pass();
});

t.test('a run that is given up halfway changes nothing', async (t) => {
  const press = new Press();
  for (const id of [1, 2]) report(press, id, 0);
  press.run();
  const before = JSON.stringify(press.groups.state);
  report(press, 3, 0);
  const articles = [1, 2, 3].map((id) => ({ id, sortMs: START_MS + id * MINUTE_MS, voice: 1 }));
  const run = groupsOfTexts(press.texts, articles, press.groups);
  let isDone = false;
  for (let step = 0; !isDone; step++) {
    t.equal(JSON.stringify(press.groups.state), before, `after step ${step}`);
    isDone = run.next().done === true;
  }
  t.not(JSON.stringify(press.groups.state), before);
});
