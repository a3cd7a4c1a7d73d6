/** A server with blogs, and people who are signed in there without a browser. */
import type { App } from '../../../src/app/app.js';

/** A browser of a few lines: keeps cookies, follows nothing. */
export class Visitor {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#keep(
      await fetch(`${this.#base}${path}`, {
        headers: { accept: 'text/html', cookie: this.#cookieLine(), ...headers },
        redirect: 'manual',
      }),
    );
  }

  async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#keep(
      await fetch(`${this.#base}${path}`, {
        method: 'POST',
        headers: { origin: this.#base, cookie: this.#cookieLine(), ...headers },
        body: new URLSearchParams(form),
        redirect: 'manual',
      }),
    );
  }

  /** The token that forms of a page carry. */
  async csrf(path = '/my/sign-in/'): Promise<string> {
    const html = await (await this.get(path)).text();
    return /(?:name="csrf" value|data-csrf)="([^"]+)"/.exec(html)?.[1] ?? '';
  }

  /** Sends a form of a page with its token. */
  async act(path: string, form: Record<string, string>): Promise<Response> {
    return this.post(path, { csrf: await this.csrf(path), ...form });
  }

  async signIn(link: string): Promise<Response> {
    const { pathname, searchParams } = new URL(link);
    const csrf = await this.csrf();
    return this.post(pathname, { csrf, do: 'use', token: searchParams.get('token')! });
  }

  #cookieLine(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0/.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
}

/** Registers a verified blog with a feed, and one article. */
export async function addBlog(
  { pipeline, clock }: Pick<App, 'pipeline' | 'clock'>,
  blog: { slug: string; name: string; verified?: boolean; title?: string },
): Promise<void> {
  const { slug, name, verified = true, title } = blog;
  const sourceUrl = `https://${slug.toLowerCase()}.example.org/`;
  const feeds = [{ url: `${sourceUrl}feed.xml`, type: 'rss' }];
  const lines: object[] = [{ kind: 'blog', slug, name, sourceUrl, verified, feeds }];
  if (title !== undefined) {
    const publishedAt = new Date(clock.nowMs() - 3_600_000).toISOString();
    lines.push({
      ...{ kind: 'post', url: `${sourceUrl}post`, title, summary: title },
      ...{ publishedAt, blog: slug },
    });
  }
  const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
  const { rejects } = await pipeline.ingest([bytes], false, clock.nowMs());
  if (rejects.length > 0) throw new Error(rejects[0]!.reason);
}
