/**
 * The crawler of crawl-child.ts as its parent sees it: started, driven, restarted and killed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'crawl-child.js');

export class CrawlProcess {
  readonly #data: string;
  readonly #sources: string;
  #child: ChildProcess | null = null;

  constructor(data: string, sources: string) {
    this.#data = data;
    this.#sources = sources;
  }

  /** Does what is due at a time. */
  async at(atMs: number): Promise<void> {
    const child = await this.#running();
    await answered(child, { at: atMs });
  }

  /** Begins to do what is due, and is killed meanwhile. */
  async killedAt(atMs: number, afterMs: number): Promise<void> {
    const child = await this.#running();
    child.send({ at: atMs });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    child.kill('SIGKILL');
    await once(child, 'exit');
    this.#child = null;
  }

  /** Ends in order; `at` begins another. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    await answered(child, { close: true });
    if (child.exitCode === null) await once(child, 'exit');
  }

  /** Ends whatever is left, for teardown. */
  abandon(): void {
    this.#child?.kill('SIGKILL');
  }

  async #running(): Promise<ChildProcess> {
    if (this.#child === null) {
      this.#child = fork(SCRIPT, [this.#data, this.#sources], { stdio: 'inherit' });
      await once(this.#child, 'message');
    }
    return this.#child;
  }
}

/** Sends a message and waits for its answer. @throws when the process ends instead. */
async function answered(child: ChildProcess, message: object): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null): void =>
      reject(new Error(`the crawler ended with ${code ?? signal}`));
    child.once('exit', onExit);
    child.once('message', () => {
      child.off('exit', onExit);
      resolve();
    });
    child.send(message);
  });
}
