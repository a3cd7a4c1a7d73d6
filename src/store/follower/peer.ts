/**
 * Requests to the server that is copied: JSON with bounds of time and size, and a stream of
 * signals.
 *
 * Invariants: every request ends with an answer, or with a `PeerError` that explains the fault in
 * one sentence. Only the host that the operator has named is asked: a redirect to another host or
 * port would let the other server choose addresses in this network.
 */
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';

/** Without a byte for so long the server is slower than any of its answers should be. */
const SILENT_MS_MAX = 60 * SECOND_MS;
/** The longest page has about a megabyte. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/** Bound of the pause that a server can ask for. */
const RETRY_MS_MAX = 600 * SECOND_MS;
const REASON_MAX = 200;
const REDIRECTS_MAX = 5;

/**
 * `down`: no answer, or an error of the server. `too large`: a shorter page may work. `limited`:
 * too many requests. `token`: a place of another store, or too old. `garbage`: all else.
 */
type PeerFault = 'down' | 'too large' | 'limited' | 'token' | 'garbage';

export class PeerError extends Error {
  readonly fault: PeerFault;
  /** The wait that the server asks for; null without one. */
  readonly retryMs: number | null;

  constructor(fault: PeerFault, message: string, retryMs: number | null = null) {
    super(message);
    this.name = 'PeerError';
    this.fault = fault;
    this.retryMs = retryMs;
  }
}

export class FollowedPeer {
  readonly url: string;
  readonly #signal: AbortSignal;

  /** @param url without a slash at its end. @param signal ends all current requests. */
  constructor(url: string, signal: AbortSignal) {
    this.url = url;
    this.#signal = signal;
  }

  /** The JSON object or list at a path. @throws PeerError */
  async get(path: string): Promise<unknown> {
    const parts: Uint8Array[] = [];
    let length = 0;
    const response = await this.#ask(path, 'application/json', (part) => {
      length += part.length;
      if (length > ANSWER_BYTES_MAX) {
        throw new PeerError('too large', `${path} is longer than ${ANSWER_BYTES_MAX} bytes`);
      }
      parts.push(part);
    });
    const text = Buffer.concat(parts).toString();
    if (response.status !== 200) throw refusalOf(path, response, text);
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // The error follows below.
    }
    throw new PeerError('garbage', `${path} is not JSON: ${JSON.stringify(text.slice(0, 40))}`);
  }

  /** Calls `onBytes` for each part of a stream, until it ends. @throws PeerError */
  async listen(path: string, onBytes: (part: Uint8Array) => void): Promise<void> {
    const response = await this.#ask(path, 'text/event-stream', onBytes);
    if (response.status !== 200) throw refusalOf(path, response, '');
  }

  /** Follows redirects within the host. @throws PeerError */
  async #fetch(path: string, init: RequestInit): Promise<Response> {
    let url = new URL(this.url + path);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await fetch(url.href, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      const to = URL.canParse(location, url.href) ? new URL(location, url.href) : null;
      if (to === null || !isSameHost(url, to)) {
        const where = to === null ? 'what is no address' : to.origin;
        const advice = '--follow names the address where it is';
        throw new PeerError(
          'garbage',
          `${this.url} redirects to ${where}, which is not asked: ${advice}`,
        );
      }
      url = to;
    }
    throw new PeerError('garbage', `${this.url} redirects more than ${REDIRECTS_MAX} times`);
  }

  async #ask(path: string, accept: string, onBytes: (part: Uint8Array) => void): Promise<Response> {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), SILENT_MS_MAX).unref();
    try {
      const response = await this.#fetch(path, {
        headers: { accept, 'user-agent': 'tagwire-follower' },
        signal: AbortSignal.any([this.#signal, silent.signal]),
      });
      for await (const part of response.body ?? []) {
        timer.refresh();
        onBytes(part as Uint8Array);
      }
      return response;
    } catch (error) {
      if (error instanceof PeerError) throw error;
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const what = silent.signal.aborted
        ? `it sent nothing for ${SILENT_MS_MAX / SECOND_MS} s`
        : messageOf(cause);
      throw new PeerError('down', `${this.url} does not answer: ${what}`);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether a redirect stays on the host: at the same port, or to https from http. */
function isSameHost(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  const hasUsualPorts = from.port === '' && to.port === '';
  return from.origin === to.origin || (isUpgrade && hasUsualPorts && from.hostname === to.hostname);
}

function refusalOf(path: string, { status, headers }: Response, text: string): PeerError {
  const what = `${path.split('?')[0]} answers ${status}${reasonIn(text)}`;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryMs = seconds > 0 ? Math.min(seconds * SECOND_MS, RETRY_MS_MAX) : null;
  if (status === 429) return new PeerError('limited', what, retryMs);
  if (status === 410) return new PeerError('token', what);
  if (status === 400 && path.includes('since=')) return new PeerError('token', what);
  return new PeerError(status >= 500 ? 'down' : 'garbage', what, retryMs);
}

/** The server's reason, from its error format. */
function reasonIn(text: string): string {
  try {
    const { error, detail } = JSON.parse(text) as { error?: unknown; detail?: unknown };
    const reason = typeof detail === 'string' ? detail : error;
    return typeof reason === 'string' ? `: ${reason.slice(0, REASON_MAX)}` : '';
  } catch {
    return '';
  }
}

/** With a stream, a poll only finds changes that the stream has missed. */
const IDLE_MS = MINUTE_MS;
const AGAIN_MS = 10 * SECOND_MS;
/** A server without streams may have them after an upgrade. */
const NO_STREAM_MS = 60 * MINUTE_MS;
const EVENT = 'event: ';
const LIVE = 'event: live';
/** Of an incomplete line. */
const BEGIN_CHARS = 32;

/**
 * Waits for the next poll of a server: until its stream signals a change, or for a time.
 *
 * The stream only wakes the copy: changes are read from a token on. Without a stream, or after it
 * broke off, the copy polls at the configured interval.
 */
export class Wake {
  readonly #peer: Pick<FollowedPeer, 'listen'>;
  readonly #everyMs: number;
  #isListening = false;
  #wasTold = false;
  #wake: (() => void) | null = null;
  #isOver = false;
  #timer: NodeJS.Timeout | null = null;

  /** @param everyMs interval of polls without a stream. */
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

  /** Whether the server signals changes. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Resolves when data may have changed. */
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
        // A part may end anywhere; the beginning of the last line suffices.
        begun = lines.pop()!.slice(0, BEGIN_CHARS);
        const events = lines.filter((line) => line.startsWith(EVENT));
        // From here on no change is missed; one more poll finds earlier changes.
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
