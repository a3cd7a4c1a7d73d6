/**
 * Requests to another node of the same log, also for slices of its store; see peer-server.ts.
 */
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, systemMonotonic } from '../../kernel/clock.js';
import { type ErrorCode, messageOf, TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { BackupSource, type FileStatus } from '../backup/source.js';
import type { BackupRequest, BackupState } from '../log/backup-session.js';
import { decodeFrame } from '../log/frame.js';
import { entryKey } from '../log/keys.js';
import { CHECKSUM_HEADER, type Counted, type CountedQuota, type PassedOn } from './peer-server.js';

/** A paused writer does not answer: after this time the next node is asked. */
const ANSWER_MS = 15_000;
const SOCKETS_MAX = 16;

export class PeerClient {
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });

  constructor(token: string) {
    this.#token = token;
  }

  /** @throws TagwireError NOT_WRITER or STORE_WRITE_FAILED: the lines may be sent again. */
  async records(
    url: string,
    bytes: Uint8Array,
    replay: boolean,
    sentBehind?: number,
  ): Promise<PassedOn> {
    const again = sentBehind === undefined ? '' : `&sent-behind=${sentBehind}`;
    return (await this.#ask(url, `/records?replay=${replay ? 1 : 0}${again}`, bytes)) as PassedOn;
  }

  async advance(url: string, untilMs: number): Promise<number> {
    return sequenceIn(await this.#ask(url, '/advance', jsonOf({ untilMs })));
  }

  async skip(url: string, actor: string, sequence: number): Promise<number> {
    return sequenceIn(await this.#ask(url, '/skip', jsonOf({ actor, sequence })));
  }

  async count(url: string, asked: readonly Counted[]): Promise<CountedQuota[]> {
    return (await this.#ask(url, '/counts', jsonOf(asked))) as CountedQuota[];
  }

  async backup(url: string, request: BackupRequest): Promise<BackupState | Uint8Array | null> {
    return (await this.#ask(url, '/backup', jsonOf(request))) as BackupState | Uint8Array | null;
  }

  async fileStatus(url: string, path: string): Promise<FileStatus> {
    return (await this.#ask(url, '/file-status', jsonOf({ path }))) as FileStatus;
  }

  async file(url: string, path: string, at: number, length: number): Promise<Buffer> {
    return (await this.#ask(url, '/file', jsonOf({ path, at, length }))) as Buffer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(url: string, path: string, body: Uint8Array): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        const message = `the node at ${url} does not answer: ${messageOf(error)}; send it again`;
        reject(new TagwireError('STORE_WRITE_FAILED', message, { cause: error }));
      };
      const headers = { authorization: `Bearer ${this.#token}`, 'content-length': body.length };
      const asked = httpRequest(
        new URL(path, url),
        { method: 'POST', headers, agent: this.#agent, timeout: ANSWER_MS },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', fail);
          response.on('end', () => {
            const bytes = Buffer.concat(parts);
            const isJson = response.headers['content-type'] === 'application/json';
            if (!isJson && response.headers[CHECKSUM_HEADER] !== hexOf(hash64(bytes))) {
              return fail(new Error('its answer does not match its checksum'));
            }
            const answer = isJson ? (JSON.parse(bytes.toString()) as unknown) : bytes;
            if (response.statusCode === 200) return resolve(answer);
            const { error, code } = answer as { error: string; code: ErrorCode | null };
            reject(new TagwireError(code ?? 'STORE_WRITE_FAILED', error));
          });
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('it took too long')));
      asked.on('error', fail);
      asked.end(body);
    });
  }
}

function jsonOf(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function sequenceIn(answer: unknown): number {
  return (answer as { sequence: number }).sequence;
}

const PAUSE_MS = 500;
/** A network failure shorter than this does not interrupt a transfer. */
const CUT_MS_MAX = 60 * SECOND_MS;

/**
 * The store of another node as a source of slices, over the port of the nodes.
 *
 * @param by the name under which the other node counts the requests.
 */
export function sourceOfPeer(client: PeerClient, url: string, by: string): BackupSource {
  const files = {
    isNear: false,
    status: (path: string) => insisting(() => client.fileStatus(url, path)),
    read: (path: string, at: number, length: number) =>
      insisting(() => client.file(url, path, at, length)),
    // Settings, sources and accounts belong to one machine.
    plain: async () => [],
  };
  return new BackupSource(
    files,
    (request) =>
      insisting(() => client.backup(url, request.op === 'begin' ? { op: 'begin', by } : request)),
    true,
  );
}

/** The chain hash of an entry, between `begin` and `end`; null when the store lacks the entry. */
export async function chainIn(source: BackupSource, sequence: number): Promise<bigint | null> {
  const [pair] = await source.get([entryKey(sequence)]);
  return decodeFrame(pair?.[1])?.chain ?? null;
}

/** Repeats a request during a network failure: requests for slices are idempotent. */
async function insisting<T>(ask: () => Promise<T>): Promise<T> {
  const untilMs = systemMonotonic.nowMs() + CUT_MS_MAX;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isCut = error instanceof TagwireError && error.code === 'STORE_WRITE_FAILED';
      if (!isCut || systemMonotonic.nowMs() > untilMs) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
