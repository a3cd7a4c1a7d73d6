import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import { BurstCounter } from '../../../../src/news/shared/burst/counter.js';
import { mediaOf, newsMaskOf, newsOf } from '../../catalog/records.js';

const NOW = Date.UTC(2026, 0, 20);

function counterOf(...spellings: [tag: string, agoMs: number][]): BurstCounter {
  const counter = new BurstCounter({ retentionMs: 30 * DAY_MS });
  counter.apply(mediaOf('a'));
  spellings.forEach(([tag, agoMs], at) => {
    counter.apply(newsOf(at + 1, 'a', NOW - agoMs, { tags: [tag] }));
  });
  counter.moveTo(NOW);
  return counter;
}

function shown(counter: BurstCounter, tag = 'ai'): string {
  return counter.tags.shownOf(counter.tags.find(tag));
}

t.test('a tag is shown in the spelling most used in the last seven days', async (t) => {
  t.equal(shown(counterOf(['AI', 1], ['ai', 2], ['AI', 3])), 'AI');
  t.equal(shown(counterOf(['AI', 1], ['ai', 2], ['ai', 3])), 'ai');
  t.equal(
    shown(counterOf(['AI', 8 * DAY_MS], ['AI', 8 * DAY_MS], ['Ai', HOUR_MS])),
    'Ai',
    'older ones do not count',
  );
});

t.test('variants of a tag are counted as one and shown in the commonest spelling', async (t) => {
  const counter = counterOf(['臺灣', 1], ['台灣', 2], ['臺灣', 3], ['台湾', 4]);
  t.equal(counter.tags.size, 1);
  for (const tag of ['台灣', '臺灣', '台湾']) t.equal(shown(counter, tag), '臺灣');
  t.equal(
    shown(counterOf(['elections', 1], ['Election', 2], ['elections', 3]), 'election'),
    'elections',
  );
  t.equal(
    shown(counterOf(['武漢肺炎', 1], ['COVID-19', 2], ['COVID-19', 3]), '新冠肺炎'),
    'COVID-19',
  );
});

t.test('ties go to the smaller code points', async (t) => {
  t.equal(shown(counterOf(['ai', 1], ['Ai', 2], ['AI', 3])), 'AI');
});

t.test('a tag of the past keeps the spelling of most articles', async (t) => {
  t.equal(shown(counterOf(['AI', 9 * DAY_MS], ['ai', 9 * DAY_MS], ['ai', 10 * DAY_MS])), 'ai');
});

t.test('a gap between ticks leaves no spelling of the days before it', async (t) => {
  for (const gapDays of [1, 3, 4, 5, 10]) {
    const counter = counterOf(['ai', HOUR_MS], ['AI', 9 * DAY_MS]);
    t.equal(shown(counter), 'ai');
    counter.moveTo(NOW + gapDays * DAY_MS);
    t.equal(shown(counter), gapDays < 7 ? 'ai' : 'AI', `${gapDays} days later`);
  }
});

t.test('the choice follows time, hides and corrections', async (t) => {
  const counter = counterOf(['AI', 6 * DAY_MS], ['AI', 6 * DAY_MS], ['ai', HOUR_MS]);
  t.equal(shown(counter), 'AI');
  counter.moveTo(NOW + 2 * DAY_MS);
  t.equal(shown(counter), 'ai');
  const hidden = counterOf(['AI', 1], ['AI', 2], ['ai', 3]);
  hidden.apply(newsMaskOf('hide', newsOf(1, 'a', NOW - 1)));
  hidden.apply(newsMaskOf('hide', newsOf(2, 'a', NOW - 2)));
  t.equal(shown(hidden), 'ai');
  hidden.apply(newsMaskOf('show', newsOf(1, 'a', NOW - 1)));
  t.equal(shown(hidden), 'AI', 'a tie');
  hidden.apply(newsOf(1, 'a', NOW - 1, { tags: ['Ai'], previousSortMs: NOW - 1 }));
  t.equal(shown(hidden), 'Ai');
});

t.test('numbers are given again without confusion', async (t) => {
  const counter = counterOf(['AI', 1], ['ai', 2]);
  counter.apply(newsMaskOf('erase', newsOf(1, 'a', NOW - 1)));
  counter.apply(newsMaskOf('erase', newsOf(2, 'a', NOW - 2)));
  t.equal(counter.tags.find('ai'), -1);
  t.equal(counter.tags.size, 0);
  counter.apply(newsOf(3, 'a', NOW - 3, { tags: ['x', 'Y', 'y'] }));
  t.equal(shown(counter, 'X'), 'x');
  t.equal(shown(counter, 'y'), 'Y', 'the first spelling within an article counts');
  const list = counter.list('all');
  t.equal(list, null, 'no tick, no basis');
});

t.test('old articles are let go of, with their tags', async (t) => {
  const counter = counterOf(['AI', 1]);
  counter.moveTo(NOW + 29 * DAY_MS);
  t.equal(counter.rows.size, 1);
  counter.moveTo(NOW + 32 * DAY_MS);
  t.equal(counter.rows.size, 0);
  t.equal(counter.tags.size, 0);
  counter.apply(newsOf(9, 'a', NOW, { tags: ['late'] }));
  t.equal(counter.rows.size, 0, 'what is older is not taken');
});
