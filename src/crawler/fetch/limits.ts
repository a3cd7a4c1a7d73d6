/**
 * What one fetch may cost: time, bytes and hops.
 */
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import type { FetchRequest } from './outcome.js';

const KIB = 1024;
const MIB = 1024 * KIB;

export type FetchPurpose = FetchRequest['purpose'];

export interface FetchLimits {
  /** Until the name is resolved, the connection stands and is encrypted. */
  connectMs: number;
  /** From the request to the end of the answer's headers. */
  headersMs: number;
  /** In every such span of a body at least `stallBytesMin` must arrive. */
  stallMs: number;
  stallBytesMin: number;
  /** All hops together, without the time in which they wait for their turn. */
  totalMs: number;
  headBytesMax: number;
  /** Decoded bytes. */
  bytesMax: Readonly<Record<FetchPurpose, number>>;
  /** Bytes of all bodies under way together; beyond, bodies above `inFlightShareBytes` end. */
  inFlightBytesMax: number;
  inFlightShareBytes: number;
  redirectsMax: number;
  /** Connections that stay open for a next request, and how long. */
  idleConnectionsMax: number;
  idleMs: number;
}

export const FETCH_LIMITS: FetchLimits = {
  connectMs: 10 * SECOND_MS,
  headersMs: 15 * SECOND_MS,
  stallMs: 15 * SECOND_MS,
  /** Slower than any line: such a server drips on purpose, or has died. */
  stallBytesMin: KIB,
  totalMs: MINUTE_MS,
  /** Twice what browsers are known to be sent. */
  headBytesMax: 32 * KIB,
  bytesMax: {
    feed: 16 * MIB,
    page: 8 * MIB,
    /** The sitemap protocol allows 50 MB. */
    sitemap: 52 * MIB,
    /** RFC 9309 asks for 500 KiB; the rest is left unread. */
    robots: 512 * KIB,
    icon: MIB,
    hub: 64 * KIB,
    /** The status says everything. */
    webhook: 0,
  },
  inFlightBytesMax: 256 * MIB,
  /** Four times the feeds and pages that real sites have. */
  inFlightShareBytes: 4 * MIB,
  redirectsMax: 10,
  /** Pages of one host follow one another within seconds; longer is no use to anyone. */
  idleConnectionsMax: 256,
  idleMs: 4 * SECOND_MS,
};

/** RFC 9309 asks for at least five. */
export const ROBOTS_REDIRECTS_MAX = 5;
