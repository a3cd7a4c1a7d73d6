/**
 * Waits for the next look at a server: until its stream tells of something, or for a while.
 *
 * The stream only wakes: what changed is read from its changes, where a token says how far. Where there
 * is no stream, or it broke off, the copy looks as often as it is told to.
 */
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import { type FollowedPeer, PeerError } from './peer.js';

/** With a stream, a look is for what the stream may have missed. */
const IDLE_MS = MINUTE_MS;
const AGAIN_MS = 10 * SECOND_MS;
/** A server without streams may have them after an upgrade. */
const NO_STREAM_MS = 60 * MINUTE_MS;
const EVENT = 'event: ';
const LIVE = 'event: live';
/** Of a line that is not whole yet. */
const BEGIN_CHARS = 32;

export class Wake {
  readonly #peer: Pick<FollowedPeer, 'listen'>;
  readonly #everyMs: number;
  #isListening = false;
  #wasTold = false;
  #wake: (() => void) | null = null;
  #isOver = false;
  #timer: NodeJS.Timeout | null = null;

  /** @param everyMs between two looks where there is no stream. */
  constructor(peer: Pick<FollowedPeer, 'listen'>, everyMs: number) {
    this.#peer = peer;
    this.#everyMs = everyMs;
  }

  start(): void {
    void this.#listen();
  }

  stop(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wake?.();
  }

  /** Whether the server tells by itself when something changed. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Resolves when something may have changed. */
  async wait(): Promise<void> {
    if (!this.#wasTold && !this.#isOver) {
      await new Promise<void>((resolve) => {
        const waitMs = this.#isListening ? Math.max(IDLE_MS, this.#everyMs) : this.#everyMs;
        const timer = setTimeout(resolve, waitMs).unref();
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    this.#wasTold = false;
  }

  async #listen(): Promise<void> {
    let againMs = AGAIN_MS;
    let begun = '';
    try {
      await this.#peer.listen('/api/v1/stream', (part) => {
        const lines = (begun + Buffer.from(part).toString('latin1')).split(/\r?\n/);
        // A part may end anywhere; how a line begins is enough.
        begun = lines.pop()!.slice(0, BEGIN_CHARS);
        const events = lines.filter((line) => line.startsWith(EVENT));
        // From here on nothing is missed; what came before is looked for once more.
        if (events.some((line) => line.startsWith(LIVE))) this.#isListening = true;
        if (events.length === 0) return;
        this.#wasTold = true;
        this.#wake?.();
      });
    } catch (error) {
      if (error instanceof PeerError && error.fault === 'garbage') againMs = NO_STREAM_MS;
    }
    this.#isListening = false;
    if (this.#isOver) return;
    this.#wake?.();
    this.#timer = setTimeout(() => void this.#listen(), againMs).unref();
  }
}
