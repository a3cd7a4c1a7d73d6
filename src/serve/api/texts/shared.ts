/**
 * Descriptions of properties that mean the same in both services.
 *
 * Keys are a property's name, `parent.name`, or `Schema.name`; the longest that fits is taken. A
 * schema that describes a property itself wins over all of them. Not here: how they reach the
 * document (http/openapi.ts).
 */
export const SHARED_TEXTS: { readonly [key: string]: string } = {
  version: 'Version of the software',
  path: 'Path of the endpoint, with `{name}` for its parameters',
  summary: 'What the endpoint answers',
  endpoints: 'What there is to ask',
  openapi: 'Version of the OpenAPI format',
  info: 'Title, version and terms of this interface',
  paths: 'Operations by path',
  components: 'Schemas that operations share',
  id: 'Number of the item; it never changes',
  title: 'Title as the outlet gives it',
  name: 'Name for people',
  label: 'Name for people',
  limit: 'Most entries of one answer',
  hours: 'Length of the window in hours',
  'changes.article': 'The article as lists show it',
  canonicalUrl: 'The address in its canonical form; null where it is none',
  'results.article': 'The article as lists show it; null when it is not there',
  kind: 'Which kind it is',
  count: 'How many there are',
  share: 'Part of the whole, from 0 to 1',
  category: 'Ranking category, see `/api/v1/categories`',
  publishedAt: 'When the outlet published it; null while that is not known',
  items: 'The entries of this page',
  articles: 'Articles, newest first',
  url: 'Address of the original',
  description: 'Summary given by the source; null when it gives none',
  threshold: 'Least similarity that counts, from 0.5 to 1',
  status: 'How it is at the moment',
  updatedAt: 'Last change that is known; null when none is',
};
