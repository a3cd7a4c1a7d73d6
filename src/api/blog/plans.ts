/**
 * Questions that have been understood, with the places of their pages in the index.
 *
 * Plans belong to one state of the directory: they are dropped whole as soon as it changes, which is
 * before a change is acknowledged. So what is hidden is in no answer that begins after the hide,
 * and nothing outlives the state that it was read from. Within that state, and for a second at
 * most, a page that is asked for again stays joined: the fifty slices of one blog's articles lie
 * apart in memory, and to gather them costs as much as half of the answer.
 */
import type { DirectoryReader } from '../../blogs/directory/reader.js';
import type { FramedPage } from '../../columns/framed-page.js';
import type { Reply } from '../../http/reply.js';
import { SECOND_MS } from '../../kernel/clock.js';
import { HTTP } from '../../kernel/limits.js';

/** "Now" as windows know it: the end of the running second, so that equal questions are equal. */
export function windowNowMs(nowMs: number): number {
  return Math.ceil(nowMs / SECOND_MS) * SECOND_MS;
}

/** A framed page with the reply that it goes into. */
interface Plan {
  page: FramedPage;
  /** Its body is set anew for each request. */
  reply: Reply;
}

/** Plans by path and query as they were sent, for one state of the directory within one second. */
export class Plans {
  readonly #directory: DirectoryReader;
  readonly #byPath = new Map<string, Map<string, Plan>>();
  #size = 0;
  #joinedBytes = 0;
  #generation = -1;
  #nowMs = -1;

  constructor(directory: DirectoryReader) {
    this.#directory = directory;
  }

  /** The answer to a question that has been understood before; null otherwise. */
  answer(path: string, query: string, nowMs: number): Reply | null {
    if (this.#generation !== this.#directory.generation || this.#nowMs !== nowMs) {
      this.#clear();
      this.#generation = this.#directory.generation;
      this.#nowMs = nowMs;
      return null;
    }
    const plan = this.#byPath.get(path)?.get(query);
    if (plan === undefined) return null;
    this.#stayJoined(plan.page);
    plan.reply.body = plan.page.render();
    return plan.reply;
  }

  /** Remembers where the answer to a question lies, and gives it. */
  add(path: string, query: string, page: FramedPage): Reply {
    if (this.#size >= HTTP.planCacheMax) this.#clear();
    const reply: Reply = { status: 200, body: page.render() };
    const byQuery = this.#byPath.get(path) ?? new Map<string, Plan>();
    this.#byPath.set(path, byQuery);
    byQuery.set(query, { page, reply });
    this.#size += 1;
    return reply;
  }

  #stayJoined(page: FramedPage): void {
    if (page.isKept || this.#joinedBytes + page.byteLength > HTTP.planBytesMax) return;
    this.#joinedBytes += page.byteLength;
    page.keep();
  }

  #clear(): void {
    this.#byPath.clear();
    this.#size = 0;
    this.#joinedBytes = 0;
  }
}
