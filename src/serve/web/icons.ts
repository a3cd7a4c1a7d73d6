/**
 * Hosted icons: files of the crawler, which nothing but their own bytes can have named.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ByteCache } from '../../kernel/byte-cache.js';
import { iconFileOf, isIconHash } from '../../kernel/model/icon.js';
import { notFound } from '../http/errors.js';
import type { Reply } from '../http/reply.js';
import type { SiteRoute } from '../http/site.js';

/** A thousand icons of some kilobytes. */
const CACHED_BYTES_MAX = 4 * 1024 * 1024;
/** An address means one picture for ever. */
const FOREVER = 'public, max-age=31536000, immutable';
const NO_ICON = notFound('there is no icon at this address');

/** The route of icons, of both services. @param folder where the crawler puts them; it need not exist. */
export function iconRoute(folder: string): SiteRoute {
  const cached = new ByteCache<Uint8Array>(CACHED_BYTES_MAX, ({ length }) => length);
  return {
    path: '/icons/{hash}.png',
    counted: false,
    get: async ({ params }) => {
      const hash = params.hash!;
      if (!isIconHash(hash)) throw NO_ICON;
      let body = cached.get(hash);
      if (body === undefined) {
        body = await readFile(join(folder, iconFileOf(hash))).catch(() => undefined);
        if (body === undefined) throw NO_ICON;
        cached.set(hash, body);
      }
      return replyOf(hash, body);
    },
  };
}

function replyOf(etag: string, body: Uint8Array): Reply {
  return { status: 200, body, contentType: 'image/png', cacheControl: FOREVER, etag };
}
