/**
 * Static files of the pages: read once at the start, named by their content, so that browsers keep
 * them for a year and never hold one that is out of date.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { ByteCache } from '../../kernel/byte-cache.js';
import { iconFileOf, isIconHash } from '../../kernel/model/icon.js';
import { notFound } from '../http/errors.js';
import { createCompressedForms } from '../http/packing.js';
import type { Reply } from '../http/reply.js';
import type { SiteRoute } from '../http/site.js';

/** Files of `data/web`. */
const OWN = ['style.css', 'page.js', 'chart.js', 'my.js', 'icon.svg'] as const;
/** Files of packages, by the name that they get. */
const BORROWED: { readonly [name: string]: readonly [packageName: string, path: string] } = {
  'uplot.js': ['uplot', 'dist/uPlot.iife.min.js'],
  'uplot.css': ['uplot', 'dist/uPlot.min.css'],
};

const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const FOREVER = 'public, max-age=31536000, immutable';
const HASH_LENGTH = 10;
/** Where nothing else has a path. */
const BASE = '/assets/';

export interface Assets {
  /** Paths by name. */
  paths: { readonly [name: string]: string };
  routes: readonly SiteRoute[];
}

/** Reads the files. @param folder the project's `data/web`. */
export function readAssets(folder: string): Assets {
  const paths: { [name: string]: string } = {};
  const routes: SiteRoute[] = [];
  const add = (name: string, bytes: Uint8Array): void => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
    const extension = extname(name);
    const path = `${BASE}${name.slice(0, -extension.length)}.${hash}${extension}`;
    const reply: Reply = {
      status: 200,
      body: bytes,
      contentType: TYPES[extension]!,
      cacheControl: FOREVER,
      etag: hash,
      compressible: createCompressedForms(bytes),
    };
    paths[name] = path;
    routes.push({ path, counted: false, get: () => reply });
  };
  for (const name of OWN) add(name, readFileSync(join(folder, name)));
  for (const [name, [packageName, path]] of Object.entries(BORROWED)) {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
    add(name, readFileSync(join(dirname(manifest), path)));
  }
  return { paths, routes };
}

/** A thousand icons of some kilobytes. */
const CACHED_BYTES_MAX = 4 * 1024 * 1024;
const NO_ICON = notFound('there is no icon at this address');

/** Hosted icons: files of the crawler, which nothing but their own bytes can have named. */
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
