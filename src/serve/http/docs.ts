/**
 * The documentation of a service, served without other hosts: its OpenAPI document, and our own
 * pages with Swagger UI below the text.
 *
 * Assets are read once at the start, compressed once, and not
 * counted by the rate limit. The content security policy allows no inline script, and no hosts
 * except this host and the public address of the API.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { getOrInsert } from '../../kernel/collections.js';
import { escapeQuoted } from '../../kernel/markup.js';
import type { HeaderPairs } from './errors.js';
import type { JsonObject } from './openapi.js';
import { type CompressedForms, createCompressedForms } from './packing.js';
import { contentTagOf, HTML_TYPE, type Reply } from './reply.js';
import { type Route, route } from './route.js';
import type { ServiceOptions } from './service-options.js';
import * as Type from './type.js';

const DOCUMENT_CACHE = 'public, max-age=300';

/** Serialises the document at the first request. */
export function documentRoute(options: ServiceOptions, document: () => JsonObject): Route {
  const isCacheable = options.noStore !== true;
  let reply: Reply | null = null;
  return route({
    path: options.openApiPath ?? '/api/v1/openapi.json',
    summary: 'OpenAPI document',
    tag: options.info.tags?.[0]?.name ?? 'meta',
    operationId: 'getOpenApi',
    response: Type.Object({
      openapi: Type.String(),
      info: Type.Object({}),
      paths: Type.Object({}),
      components: Type.Object({}),
    }),
    errors: {},
    revalidates: isCacheable,
    handle: () => {
      if (reply === null) {
        const body = new TextEncoder().encode(JSON.stringify(document()));
        const caching = isCacheable
          ? { etag: contentTagOf(body), cacheControl: DOCUMENT_CACHE }
          : {};
        reply = { status: 200, body, ...caching };
      }
      return reply;
    },
  });
}

interface DocsOptions {
  title: string;
  /** Plain text of the paragraph below the title: what the API is, attribution, limits. */
  intro: string;
  /** Path of the OpenAPI document. */
  openApiPath: string;
  /** Base address for the requests of "try it out". */
  publicUrl: string;
}

/** Path of the page; assets lie below it. */
const BASE = '/docs';
const CACHE = 'public, max-age=3600';
const CSS_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Swagger UI's files by name, shared by all services of the process. */
const SWAGGER_FORMS = new Map<string, CompressedForms>();

/** Routes of the page and its assets; the OpenAPI document omits them. */
export function docsRoutes(options: DocsOptions): Route[] {
  const headers = securityHeaders(options.publicUrl);
  const asset = (at: string, contentType: string, forms: CompressedForms) =>
    fixedRoute(at, replyOf(forms, contentType, headers));
  const text = (content: string) => createCompressedForms(new TextEncoder().encode(content));
  return [
    asset(BASE, HTML_TYPE, text(pageOf(options))),
    asset(`${BASE}/docs.css`, CSS_TYPE, text(PAGE_STYLE)),
    asset(`${BASE}/init.js`, SCRIPT_TYPE, text(initScript(options.openApiPath))),
    asset(`${BASE}/swagger-ui.css`, CSS_TYPE, swaggerForms('swagger-ui.css')),
    asset(`${BASE}/swagger-ui-bundle.js`, SCRIPT_TYPE, swaggerForms('swagger-ui-bundle.js')),
  ];
}

function fixedRoute(at: string, reply: Reply): Route {
  return route({
    path: at,
    summary: 'Documentation',
    tag: 'docs',
    response: Type.String(),
    errors: {},
    counted: false,
    documented: false,
    handle: () => reply,
  });
}

function replyOf(forms: CompressedForms, contentType: string, headers: HeaderPairs): Reply {
  const body = forms.identity;
  const etag = contentTagOf(body);
  const caching = { cacheControl: CACHE, etag };
  return { status: 200, body, contentType, ...caching, headers, compressible: forms };
}

function swaggerForms(file: string): CompressedForms {
  return getOrInsert(SWAGGER_FORMS, file, () => {
    const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
    return createCompressedForms(readFileSync(path.join(path.dirname(manifest), file)));
  });
}

function securityHeaders(publicUrl: string): HeaderPairs {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return [
    ['content-security-policy', policy.join('; ')],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
  ];
}

function pageOf(options: DocsOptions): string {
  const title = escapeQuoted(options.title);
  const openApiPath = escapeQuoted(options.openApiPath);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${BASE}/swagger-ui.css">
<link rel="stylesheet" href="${BASE}/docs.css">
</head>
<body>
<header>
<h1>${title}</h1>
<p>${escapeQuoted(options.intro)}</p>
<p>The machine-readable form is the <a href="${openApiPath}">OpenAPI document</a>.</p>
</header>
<main id="swagger-ui"></main>
<noscript><p>The interactive list of endpoints needs JavaScript; the OpenAPI document does not.</p></noscript>
<script src="${BASE}/swagger-ui-bundle.js"></script>
<script src="${BASE}/init.js"></script>
</body>
</html>
`;
}

const PAGE_STYLE = `body { margin: 0; font-family: system-ui, sans-serif; line-height: 1.5; color: #1d2733; background: #fff; }
header, noscript { display: block; max-width: 70rem; margin: 0 auto; padding: 1.5rem 1.25rem 0; }
h1 { font-size: 1.75rem; margin: 0 0 0.5rem; }
header p { margin: 0 0 0.5rem; max-width: 65ch; white-space: pre-line; }
a { color: #0b5cad; }
.swagger-ui .info { display: none; }
`;

function initScript(openApiPath: string): string {
  return `'use strict';
window.ui = SwaggerUIBundle({
  url: ${JSON.stringify(openApiPath)},
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  supportedSubmitMethods: ['get'],
});
`;
}
