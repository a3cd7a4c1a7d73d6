/**
 * Computations over sets of outlets: asked of an index's thread one at a time, with a rest as long as each took,
 * so that they take at most half of that thread; of equal ones under way one is made. What came out stays in
 * the cache of answers until a record comes, so that nodes at one entry say the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SETS } from '../../../../kernel/outlet-set.js';
import { Turns } from '../../../../kernel/turns.js';
import { tooManyWait } from '../../../http/errors.js';
import type { CachePart } from '../../replies/reply-cache.js';
import type { NewsSources } from '../sources.js';

export class OnDemand<V> {
  readonly #monotonic: NewsSources['monotonic'];
  readonly #part: CachePart<V>;
  readonly #bytesOf: (value: V) => number;
  readonly #turns = new Turns(1, SETS.waitingMax, tooManyWait);
  readonly #underWay = new Map<string, Promise<V>>();
  #state = '';

  /** @param name of its part of the cache. @param bytesOf what a value takes in memory. */
  constructor(sources: NewsSources, name: string, bytesOf: (value: V) => number) {
    this.#monotonic = sources.monotonic;
    this.#part = sources.cachePart(name);
    this.#bytesOf = bytesOf;
  }

  /**
   * The value of a question in a state of the index, computed where it is not in memory.
   * @throws HttpError 503 where too many wait.
   */
  async value(state: string, question: string, compute: () => Promise<V>): Promise<V> {
    if (this.#state !== state) {
      this.#part.clear();
      this.#state = state;
    }
    const known = this.#part.get(question);
    if (known !== undefined) return known;
    const name = `${state}\n${question}`;
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    this.#part.missed();
    const made = this.#inTurn(compute).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, made);
    const value = await made;
    if (this.#state === state) this.#part.put(question, value, this.#bytesOf(value));
    return value;
  }

  #inTurn(work: () => Promise<V>): Promise<V> {
    return new Promise((resolve, reject) => {
      const turn = this.#turns.take(async () => {
        const startMs = this.#monotonic.nowMs();
        await work().then(resolve, reject);
        await sleep(this.#monotonic.nowMs() - startMs, undefined, { ref: false });
      });
      turn.catch(reject);
    });
  }
}
