/**
 * Collects the decoded bytes of a body within its limit.
 *
 * Invariant: at most one chunk more than the limit is ever in memory.
 */
import { type Bytes, decoded, encodingsOf, unpacked } from './decoding.js';
import { FetchFault, shown } from './faults.js';
import type { FetchLimits, FetchPurpose } from './limits.js';

/** Bytes of all bodies under way together. */
export interface InFlight {
  bytes: number;
}

export interface BodyPlan {
  url: URL;
  purpose: FetchPurpose;
  encoding: string;
  limits: FetchLimits;
  inFlight: InFlight;
}

/** @throws FetchFault `encoding` or `too-large`, or whatever the source throws. */
export async function collectBody(source: Bytes, plan: BodyPlan): Promise<Uint8Array> {
  const { purpose, limits, inFlight } = plan;
  const bytesMax = limits.bytesMax[purpose];
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of readable(source, plan)) {
      parts.push(chunk);
      bytes += chunk.length;
      inFlight.bytes += chunk.length;
      if (bytes > bytesMax) break;
      if (inFlight.bytes > limits.inFlightBytesMax && bytes > limits.inFlightShareBytes) {
        throw new FetchFault('too-large', `${shown(plan.url)} is large, and so is all the rest.`);
      }
    }
  } catch (thrown) {
    // Where the document is closed, a connection that ends too early has cut nothing.
    if (thrown instanceof FetchFault || bytes > bytesMax || !isClosed(parts)) throw thrown;
  } finally {
    inFlight.bytes -= bytes;
  }
  if (bytes <= bytesMax) return Buffer.concat(parts, bytes);
  if (purpose === 'robots') return Buffer.concat(parts, bytesMax);
  throw new FetchFault('too-large', `${shown(plan.url)} is longer than ${bytesMax} bytes.`);
}

/** The end of a document of the web. */
const CLOSED = /<\/(?:rss|feed|rdf:rdf|html|urlset|sitemapindex)\s*>\s*$/i;
const END_BYTES = 64;

function isClosed(parts: readonly Uint8Array[]): boolean {
  return CLOSED.test(
    Buffer.concat(parts.slice(-END_BYTES)).subarray(-END_BYTES).toString('latin1'),
  );
}

function readable(source: Bytes, { purpose, encoding }: BodyPlan): Bytes {
  const plainBytes = decoded(source, encodingsOf(encoding));
  // Files are compressed in advance, and delivered by servers that do not know it.
  return purpose === 'icon' || purpose === 'webhook' ? plainBytes : unpacked(plainBytes);
}
