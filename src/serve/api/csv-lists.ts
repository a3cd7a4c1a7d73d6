/**
 * Lists as CSV: the address of a list with `.csv` added, with the parameters of the list.
 *
 * The rows are those of the list's own answer, so hidden items are in neither. The header `link`
 * has the address of the next page.
 */

import type { DumpColumn } from '../dumps/dump-kinds.js';
import { withoutParameters } from '../http/query.js';
import type { Reply } from '../http/reply.js';
import type { Route } from '../http/route.js';
import * as Type from '../http/type.js';
import { taggedReply } from './replies/replies.js';

interface ListAnswer {
  nextCursor?: string | null;
  [rows: string]: unknown;
}

type Rows = readonly { readonly [name: string]: unknown }[];

/**
 * The CSV route of a list.
 * @param member the field of the list's answer with the rows.
 */
export function csvRoute(
  publicUrl: string,
  list: Route,
  member: string,
  columns: readonly DumpColumn[],
): Route {
  const file = list.path.split('/').at(-1)!;
  return {
    ...list,
    path: `${list.path}.csv`,
    operationId: `${list.operationId}Csv`,
    summary: `${list.summary}, as CSV`,
    description:
      'A line with names, then one for each entry; lists are JSON. A text that begins with = + - @, a tab or CR has an apostrophe before it, so that no spreadsheet takes it for a formula. The header `link` leads to the next page, where there is one.',
    response: Type.String(),
    responseExample: undefined,
    produces: 'text/csv',
    fast: undefined,
    handle: async (request): Promise<Reply> => {
      const reply = await list.handle(request);
      const answer = JSON.parse(Buffer.from(reply.body).toString()) as ListAnswer;
      const { nextCursor = null } = answer;
      const rows = answer[member] as Rows;
      // Loaded on demand: many servers never serve CSV.
      const { csvHeader, csvLines } = await import('../dumps/csv.js');
      const { path, query } = request.raw;
      const rest = withoutParameters(query, ['cursor']);
      const address = `${publicUrl}${path}?${rest === '' ? '' : `${rest}&`}cursor=${nextCursor}`;
      const body = Buffer.from(csvHeader(columns) + csvLines(columns, rows));
      return {
        // The CSV may be cached like the list itself.
        ...(reply.etag === undefined ? { status: 200, body } : taggedReply(body, {})),
        contentType: 'text/csv; charset=utf-8; header=present',
        ...(reply.cacheControl !== undefined && { cacheControl: reply.cacheControl }),
        vary: true,
        headers: [
          ['content-disposition', `attachment; filename="${file}.csv"`],
          ...(nextCursor === null ? [] : [['link', `<${address}>; rel="next"`] as const]),
        ],
      };
    },
  };
}
