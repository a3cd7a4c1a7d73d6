import t from 'tap';
import type { ExplainAnswer } from '../../../../src/blogs/topics/codec.js';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import { idOf } from '../oracle.js';
import { blogOf, newsOf, type PostEntry, postOf, tickAt } from '../records.js';
import { World } from '../world.js';

const NOW_MS = Date.UTC(2026, 4, 1, 4);

function worldWith(...posts: PostEntry[]): World {
  return new World().fold(
    ...[1, 2, 3, 4].map((id) => blogOf(id)),
    ...[1, 2].map((id) => newsOf(id, NOW_MS - HOUR_MS, ['核四', 'NBA'])),
    newsOf(3, NOW_MS - HOUR_MS, ['罕見']),
    tickAt(NOW_MS),
    ...posts,
  );
}

/** Posts of blogs by number, all with the title. */
function posts(title: string, blogs: number[], agoMs = HOUR_MS, body = ''): PostEntry[] {
  return blogs.map((blog) => postOf(++nextId, blog, NOW_MS - agoMs, title, body));
}

let nextId = 0;

function fillers(count: number): PostEntry[] {
  return posts(
    '無題',
    Array.from({ length: count }, () => 4),
    (30 * DAY_MS) / 2,
  );
}

/** The first rule that does not hold. */
function failed({ steps }: ExplainAnswer): string | undefined {
  return steps.find(({ holds, rule }) => !holds && rule !== 'document frequency')?.rule;
}

t.beforeEach(() => {
  nextId = 0;
});

t.test('a listed topic is told with its place and all that led to it', async (t) => {
  const world = worldWith(...posts('談核四', [1, 1, 1, 2, 2, 3]), ...fillers(400));
  const answer = world.explain(idOf('核四'), NOW_MS);
  t.match(answer, { id: idOf('核四'), label: '核四', refusal: null, rank: 1, nowMs: NOW_MS });
  t.equal(failed(answer), undefined);
  const text = answer.steps.map(({ rule, finding }) => `${rule}: ${finding}`).join('\n');
  t.match(text, 'vocabulary: 2 news articles carry it; active; set 1');
  t.match(text, 'matches: 6 articles of the last 720 hours have it in the title, 0 in the body');
  t.match(text, 'contribution: blog-1: 3 in titles, 0 in bodies');
  t.match(text, 'score: score 8.5');
  t.match(text, 'place: number 1 of 1');
});

t.test('each reason to leave a topic out is named', async (t) => {
  const few = worldWith(...posts('談核四', [1, 1, 1, 1, 1, 1]), ...fillers(400));
  t.match(few.explain(idOf('核四'), NOW_MS), { refusal: 'too-few-blogs', rank: null });
  t.equal(failed(few.explain(idOf('核四'), NOW_MS)), 'blogs');
  const narrow = worldWith(...posts('談核四', [1, 1, 2, 2, 3, 3]), ...fillers(400));
  t.match(narrow.explain(idOf('核四'), NOW_MS), { refusal: 'broad-gate' });
  t.equal(failed(narrow.explain(idOf('核四'), NOW_MS)), 'broad gate');
  const background = worldWith(
    ...posts('題', [1, 1, 1, 2, 2, 3], 50 * DAY_MS, '核四'),
    ...posts('談核四', [1, 1, 1, 2, 2, 3]),
    ...fillers(400),
  );
  const answer = background.explain(idOf('核四'), NOW_MS);
  t.match(answer, { refusal: 'background' });
  t.equal(failed(answer), 'background');
  t.match(
    answer.steps.find(({ rule }) => rule === 'background'),
    {
      finding:
        '0 of 6 earlier articles have it in the title, under a third; 0 blogs label it themselves, 2 are needed',
    },
  );
});

t.test('a term that is not matched is told with the reason', async (t) => {
  const world = worldWith(...posts('罕見', [1, 2, 3]));
  const answer = world.explain('tag:罕見', NOW_MS);
  t.match(answer, { refusal: 'not-matched', rank: null });
  t.match(answer.steps[0], {
    finding: '1 news articles carry it; inactive (low-frequency); set 1',
  });
});

t.test('an id that names nothing is told as that', async (t) => {
  const answer = worldWith().explain('tag:沒有', NOW_MS);
  t.match(answer, { id: null, label: null, refusal: 'unknown', rank: null });
});

t.test('a frequent term is judged by its titles, and says so', async (t) => {
  const world = worldWith(
    ...posts('談核四', [1, 1, 1, 2, 2, 3]),
    ...posts('題', [1, 2, 3], 0, '核四'),
  );
  const answer = world.explain(idOf('核四'), NOW_MS);
  t.equal(answer.rank, 1);
  const step = answer.steps.find(({ rule }) => rule === 'document frequency');
  t.match(step, { finding: '100% of the articles, more than 2%: only titles score', holds: false });
});

t.test('without an instant it is the last tick that counts', async (t) => {
  t.equal(worldWith().explain(idOf('核四'), null).nowMs, NOW_MS);
});

t.test('the numbers are those of the ranking', async (t) => {
  const world = worldWith(
    ...posts('談核四與nba', [1, 1, 1, 2, 2, 3]),
    ...posts('只談NBA', [4]),
    ...fillers(400),
  );
  const { items } = world.ranking(NOW_MS);
  items.forEach(({ id, score }, at) => {
    const { rank, steps } = world.explain(id, NOW_MS);
    t.equal(rank, at + 1);
    t.ok(steps.some(({ rule, finding }) => rule === 'score' && finding === `score ${score}`));
  });
  t.equal(items.length, 2);
});
