/** `/admin/sources/`: the crawler's ledger, run now, and what is made of a source. */
import { HttpError } from '../../http/errors.js';
import type { AdminChannel, Backend } from '../backend.js';
import { Act, Small } from '../my/parts.js';
import type { Page } from '../page.js';
import { Out } from '../parts/address.js';
import { Empty, Part, Scroll, Table } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { TextName } from '../texts.js';
import { type AdminContext, adminPage } from './frame.js';

const PATH = '/admin/sources/';
/** Words for what crawler/status.ts names. */
const HEALTH: { readonly [health: string]: TextName } = {
  new: 'healthNew',
  ended: 'healthEnded',
  blocked: 'healthBlocked',
  dead: 'healthDead',
  failing: 'statusFailing',
  empty: 'healthEmpty',
  stale: 'statusStale',
  'low-volume': 'healthLow',
  ok: 'statusOk',
};

interface Data {
  channels: AdminChannel[] | null;
  trace: { source: string; lines: string[] } | null;
}

export function adminSourcesPage(backend: Backend): Page {
  return adminPage<Data>(backend, {
    path: PATH,
    title: 'adminSources',
    load: async () => ({ channels: await backend.admin.channels(), trace: null }),
    post: async ({ form }, user) => {
      const source = form.get('source');
      switch (form.get('do')) {
        case 'poll':
          return {
            did: { text: 'queued', values: { n: await backend.admin.poll(user.id, source) } },
          };
        case 'trace':
          return {
            did: { text: 'didTrace', values: { source: source ?? '' } },
            trace: { source: source ?? '', lines: await backend.admin.trace(source ?? '') },
          };
        default:
          throw new HttpError(400, 'invalid_query', 'no such change');
      }
    },
    view: (c) => <Body c={c} />,
  });
}

function Body({ c }: { c: AdminContext<Data> }) {
  const { t, data } = c;
  if (data.channels === null) {
    return (
      <Empty>
        <p>
          <strong>{t('noCrawler')}</strong> {t('noCrawlerAdvice')}
        </p>
      </Empty>
    );
  }
  if (data.channels.length === 0) {
    return (
      <Empty command="tagwire source add https://example.org/">
        <p>{t('noSources')}</p>
      </Empty>
    );
  }
  return (
    <>
      {data.trace === null ? null : (
        <Part id="trace" title={data.trace.source}>
          <pre class="lines">{data.trace.lines.join('\n')}</pre>
        </Part>
      )}
      <Act visit={data.visit} to={PATH} act="poll">
        <button type="submit">{t('runAll')}</button>
      </Act>
      <section class="section">
        <Scroll label={t('adminSources')}>
          <Table
            t={t}
            scope="col"
            columns={['source', 'state', 'lastPoll', '#stored', '#failed', '#dropped', '']}
          >
            {data.channels.map((one) => (
              <tr>
                <th scope="row">
                  {one.source}
                  <br />
                  <span class="fine">
                    <Out href={one.url}>{one.url}</Out>
                  </span>
                </th>
                <td>
                  {HEALTH[one.health] === undefined ? one.health : t(HEALTH[one.health]!)}
                  {one.message === '' ? null : <span class="fine"> {one.message}</span>}
                </td>
                <td>{one.lastPolledMs === null ? '–' : <Time c={c} at={one.lastPolledMs} />}</td>
                <td class="n">{one.stored}</td>
                <td class="n">{one.failed}</td>
                <td class="n">{one.droppedTotal}</td>
                <td>
                  <span class="acts">
                    {(['poll', 'trace'] as const).map((act) => (
                      <Act visit={data.visit} to={PATH} act={act} values={{ source: one.source }}>
                        <Small about={one.source}>{t(act === 'poll' ? 'runNow' : 'trace')}</Small>
                      </Act>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        </Scroll>
      </section>
    </>
  );
}
