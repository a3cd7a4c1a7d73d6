/**
 * How tools ask the two services: the API and nothing else, so what is hidden there is in no answer.
 */

export interface Question {
  service: 'news' | 'blog';
  /** Path with its query. */
  target: string;
  /** Posted as JSON where there is one. */
  body?: unknown;
}

/** @throws where a service cannot be reached. */
export type ServiceAsk = (question: Question) => Promise<{ status: number; body: unknown }>;

/** A path with parameters; those that are undefined are left out. */
export function targetOf(
  path: string,
  parameters: { readonly [name: string]: string | number | undefined } = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
