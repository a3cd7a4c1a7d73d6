/**
 * `/api/status`: whether the data behind public queries can be reached, and what the endpoints are
 * for. A page for browsers, JSON for programs.
 *
 * Invariants: the check is bounded in time and asked at most once in five seconds, however many
 * callers there are; nothing of hosts, paths or the crawler is told.
 */
import Type from 'typebox';
import { HTML_TYPE, jsonReply, type Reply } from '../../http/reply.js';
import { type Route, route } from '../../http/route.js';
import { isoOf, type Monotonic, SECOND_MS } from '../../kernel/clock.js';
import type { BlogSources } from './sources.js';

/** How long a check counts. From the contract. */
const CHECK_KEPT_MS = 5 * SECOND_MS;
/** A check that takes longer has failed: nobody waits for a status that long. */
const CHECK_MS_MAX = SECOND_MS;

const Response = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded']),
    version: Type.String(),
    endpoints: Type.Array(Type.Object({ path: Type.String(), summary: Type.String() })),
    updatedAt: Type.String({
      format: 'date-time',
      description: 'When this answer was made; it says nothing about the age of the data',
    }),
  },
  { $id: 'Status' },
);

type Status = Type.Static<typeof Response>;

const STATUS_PATH = '/api/status';
const STATUS_SUMMARY = 'Status of the service';
const OPENAPI = { path: '/api/v1/openapi.json', summary: 'OpenAPI document' };

const PAGE_HEADERS = [
  ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'"],
  ['x-content-type-options', 'nosniff'],
  ['vary', 'accept'],
] as const;
const JSON_HEADERS = [['vary', 'accept']] as const;

/** The route of the status; `routes` are the endpoints that it tells of. */
export function statusRoute(sources: BlogSources, routes: readonly Route[]): Route {
  const { clock, version, monotonic } = sources;
  const check = new AvailabilityCheck(() => sources.isAvailable(), monotonic);
  const own = { path: STATUS_PATH, summary: STATUS_SUMMARY };
  const endpoints = [own, ...routes.map(({ path, summary }) => ({ path, summary })), OPENAPI];
  return route({
    ...own,
    description:
      'A page for browsers; JSON with `Accept: application/json`. The check behind it is at most five seconds old.',
    tag: 'service',
    response: Response,
    errors: {},
    revalidates: false,
    handle: async ({ raw }) => {
      const status = (await check.passes()) ? 'ok' : 'degraded';
      const body: Status = { status, version, endpoints, updatedAt: isoOf(clock.nowMs()) };
      return prefersHtml(raw.accept) ? pageReply(body) : jsonReply(body, { headers: JSON_HEADERS });
    },
  });
}

/** Asks once for all who ask within the time that an answer counts. */
class AvailabilityCheck {
  readonly #isAvailable: () => Promise<boolean>;
  readonly #monotonic: Monotonic;
  #checkedMs = Number.NEGATIVE_INFINITY;
  #result: Promise<boolean> = Promise.resolve(false);

  constructor(isAvailable: () => Promise<boolean>, monotonic: Monotonic) {
    this.#isAvailable = isAvailable;
    this.#monotonic = monotonic;
  }

  passes(): Promise<boolean> {
    const nowMs = this.#monotonic.nowMs();
    if (nowMs - this.#checkedMs >= CHECK_KEPT_MS) {
      this.#checkedMs = nowMs;
      this.#result = this.#ask();
    }
    return this.#result;
  }

  async #ask(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), CHECK_MS_MAX);
    });
    try {
      return await Promise.race([this.#isAvailable(), late]);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Browsers name text/html before all; programs that take anything get JSON. */
function prefersHtml(accept: string): boolean {
  let html = 0;
  let json = 0;
  for (const entry of accept.toLowerCase().split(',')) {
    const [type = '', ...settings] = entry.split(';').map((part) => part.trim());
    const weightText = settings.find((setting) => setting.startsWith('q='));
    const weight = weightText === undefined ? 1 : Number(weightText.slice(2)) || 0;
    if (type === 'text/html' || type === 'text/*') html = Math.max(html, weight);
    if (type === 'application/json' || type === 'application/*') json = Math.max(json, weight);
  }
  return html > json;
}

function pageReply(status: Status): Reply {
  const body = new TextEncoder().encode(pageOf(status));
  return { status: 200, body, contentType: HTML_TYPE, headers: PAGE_HEADERS };
}

function pageOf({ status, version, endpoints, updatedAt }: Status): string {
  const rows = endpoints.map(
    ({ path, summary }) =>
      `<tr><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td></tr>`,
  );
  const sentence =
    status === 'ok' ? 'The data can be reached.' : 'Some of the data cannot be reached right now.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Status: ${status}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>Status: <strong class="${status}">${status}</strong></h1>
<p>${sentence} Version ${escapeHtml(version)}, as of <time datetime="${updatedAt}">${updatedAt}</time>.</p>
<table>
<caption>Endpoints</caption>
<thead><tr><th scope="col">Path</th><th scope="col">What it answers</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>
</main>
</body>
</html>
`;
}

const PAGE_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font-family: system-ui, sans-serif; line-height: 1.5; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem; }
.ok { color: #18794e; } .degraded { color: #b42318; }
table { border-collapse: collapse; } caption { text-align: left; font-weight: 600; }
th, td { text-align: left; padding: 0.25rem 1.5rem 0.25rem 0; vertical-align: top; }
`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
