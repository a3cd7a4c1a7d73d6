/**
 * Posts something to an address that somebody has named, and says what came of it.
 *
 * Any 2xx is taken for a receipt, whatever its body, which is not read. A redirect is none: following
 * it would send a signed body where its owner did not want it.
 */
import type { Fetcher, FetchHeaders } from './outcome.js';

/** What came of it. */
interface Receipt {
  isAccepted: boolean;
  /** 0 where nothing answered. */
  status: number;
  /** Empty where it was accepted. */
  message: string;
  retryAfterMs: number | null;
}

/** Never rejects. */
export async function deliver(
  fetcher: Fetcher,
  { url, headers, body }: { url: string; headers: FetchHeaders; body: Uint8Array },
): Promise<Receipt> {
  const outcome = await fetcher.fetch({ url, purpose: 'webhook', post: { body, headers } });
  const { status } = outcome;
  if (status >= 200 && status < 300) {
    return { isAccepted: true, status, message: '', retryAfterMs: null };
  }
  const failed = outcome.kind === 'failed' ? outcome : null;
  const isRedirect = status >= 300 && status < 400;
  const message = isRedirect
    ? `It answered ${status}, a redirect, which is not followed: give the final address.`
    : (failed?.message ?? `It answered ${status}.`);
  return { isAccepted: false, status, message, retryAfterMs: failed?.retryAfterMs ?? null };
}
