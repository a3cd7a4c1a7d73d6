import t from 'tap';
import { Neighbours } from '../../../../src/news/events/state/neighbours.js';
import {
  leadTermsOf,
  TermCounts,
  textTermsOf,
} from '../../../../src/news/events/state/text-terms.js';
import { START_MS } from '../script.js';

const ARTICLES = 2500;
const LEFT = 1000;

function termsOf(id: number): Uint32Array {
  return textTermsOf(`quake shakes coast near town${id % 50} island${id}`, leadTermsOf(''), [])
    .terms;
}

/** An index of articles, without those that have left it. */
class Index {
  readonly counts = new TermCounts();
  readonly neighbours = new Neighbours();

  put(id: number): void {
    this.counts.count(termsOf(id), 1);
    this.neighbours.put(id, START_MS, termsOf(id));
  }

  remove(id: number): void {
    this.counts.count(termsOf(id), -1);
    this.neighbours.remove(id);
  }
}

t.test('articles that have left change nothing of what is found and what is missed', async (t) => {
  const [used, fresh] = [new Index(), new Index()];
  for (let id = 1; id <= ARTICLES; id++) used.put(id);
  for (let id = 1; id <= LEFT; id++) used.remove(id);
  for (let id = LEFT + 1; id <= ARTICLES; id++) fresh.put(id);
  const find = ({ neighbours, counts }: Index) =>
    neighbours.find(termsOf(ARTICLES + 1), START_MS, counts);
  const [found, wanted] = [find(used), find(fresh)];
  t.ok(wanted.length > 0);
  t.strictSame(found, wanted);
  t.ok(fresh.neighbours.missed > 0, 'the bound is reached');
  t.equal(used.neighbours.missed, fresh.neighbours.missed);
});
