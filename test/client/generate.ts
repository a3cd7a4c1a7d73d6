/**
 * The types of a real client, generated from the services' own OpenAPI documents.
 *
 * `npm run generate:client` writes them to src/client; `client.test.ts` fails when they are old.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { serve } from '../../src/app/app.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { root } from '../tidy/root.js';

/** Addresses in a document depend on where it runs; these do not. */
const PUBLIC = { newsPublicUrl: 'http://news.example', blogPublicUrl: 'http://blog.example' };

/** Documents by service. */
export async function fetchDocuments(): Promise<{ news: object; blog: object }> {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-client-'));
  const flags = { data, newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent', ...PUBLIC };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const app = await serve({ config, logger: silentLogger });
  try {
    const read = async (base: string): Promise<object> =>
      (await (await fetch(`${base}/api/v1/openapi.json`)).json()) as object;
    return { news: await read(app.newsUrl), blog: await read(app.blogUrl) };
  } finally {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Types of a document. */
export async function typesOf(document: object): Promise<string> {
  const nodes = await openapiTS(document as Parameters<typeof openapiTS>[0], { alphabetize: true });
  return `/** Generated from the OpenAPI document by \`npm run generate:client\`. */\n${astToString(nodes)}`;
}

/** Where the types of a service lie. */
export function typesPath(service: string): string {
  return join(root, 'src', 'client', `${service}-api.d.ts`);
}

if (process.argv[2] === 'write') {
  for (const [service, document] of Object.entries(await fetchDocuments())) {
    writeFileSync(typesPath(service), await typesOf(document));
  }
}
