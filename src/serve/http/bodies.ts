/**
 * Reads bodies, no more at once than there is memory for.
 *
 * A client that goes away while it sends settles nothing (server.ts), so clients that are gone are
 * looked for when space is needed.
 */
import { type HttpError, unavailable } from './errors.js';
import type { IncomingRequest, OutgoingResponse } from './server.js';

export class Bodies {
  readonly #most: number;
  readonly #tooMany: HttpError;
  readonly #underWay = new Set<Pick<OutgoingResponse, 'aborted'>>();

  /** `name` is what they are in the sentence that refuses one. */
  constructor(most: number, name: string) {
    this.#most = most;
    this.#tooMany = unavailable(`too many ${name} are being read`, 1);
  }

  /**
   * The body of a request, called before the listener returns; null for one that is too long.
   * @throws HttpError 503 where too many are being read.
   */
  async read(
    req: IncomingRequest,
    client: Pick<OutgoingResponse, 'aborted'>,
    bytesMax: number,
  ): Promise<Uint8Array | null> {
    if (Number(req.header('content-length')) > bytesMax) return null;
    if (this.#underWay.size >= this.#most) this.#forgetGone();
    if (this.#underWay.size >= this.#most) throw this.#tooMany;
    this.#underWay.add(client);
    try {
      return await req.readBody(bytesMax);
    } finally {
      this.#underWay.delete(client);
    }
  }

  #forgetGone(): void {
    for (const client of this.#underWay) if (client.aborted) this.#underWay.delete(client);
  }
}
