/** `/relations/`: mentions between blogs, as a graph and as tables. */
import type { RelationsAnswer } from '../../api/blog/relations.js';
import { definePage, type Page, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Graph } from '../parts/graph.js';
import { Empty, Part, Scroll, Table } from '../parts/pieces.js';
import { hoursOf, Periods } from './parts.js';

const RELATIONS = '/api/v1/relations';
/** Blogs in the graph: more cannot be distinguished. */
const NODES_MAX = 100;
const ROWS_MAX = 50;

interface Answers {
  relations: RelationsAnswer;
}

interface Data {
  hours: number;
}

export const relationsPage: Page = definePage<Answers, Data>({
  path: '/relations/',
  load: ({ query }) => {
    const hours = hoursOf(query.get('hours'));
    return { asks: { relations: withQuery(RELATIONS, { hours }) }, data: { hours } };
  },
  view: (c) => ({
    title: c.t('relationsTitle'),
    description: c.t('relationsIntro'),
    section: 'navRelations',
    json: [withQuery(RELATIONS, { hours: c.data.hours })],
    canonical: '/relations/',
    body: <Body c={c} />,
  }),
});

function Body({ c }: { c: ViewContext<Answers, Data> }) {
  const { t, answers, data } = c;
  const value = answers.relations.ok ? answers.relations.value : null;
  return (
    <>
      <header class="page-head spaced">
        <h1>{t('relationsTitle')}</h1>
        <p class="standfirst">{t('relationsIntro')}</p>
        <Periods c={c} hours={data.hours} path="/relations/" />
      </header>
      {value === null || value.edges.length === 0 ? (
        <Empty>
          <p>
            <strong>{t('noRelations')}</strong> {t('noRelationsAdvice')}
          </p>
        </Empty>
      ) : (
        <Mentions c={c} value={value} />
      )}
      {value === null ? null : <Coverage c={c} value={value} />}
    </>
  );
}

function Mentions({ c, value }: { c: ViewContext<Answers, Data>; value: RelationsAnswer }) {
  const { t } = c;
  const { edges, mostMentioned, mutual } = value;
  const byId = new Map(value.nodes.map((node) => [node.id, node]));
  const incoming = new Map(
    mostMentioned.map(({ blogId, incomingBlogs }) => [blogId, incomingBlogs]),
  );
  const linked = new Set(edges.flatMap((edge) => [edge.sourceBlogId, edge.targetBlogId]));
  const nodes = value.nodes
    .filter(({ id }) => linked.has(id))
    .map(({ id, slug, name }) => ({
      ...{ id, name, href: pathTo.blog(slug) },
      weight: incoming.get(id) ?? 0,
    }))
    .sort((a, b) => b.weight - a.weight || a.id - b.id)
    .slice(0, NODES_MAX);
  const shown = edges.map(
    ({ sourceBlogId: source, targetBlogId: target, count, mutual: both }) => ({
      ...{ source, target, weight: count, look: both ? ('strong' as const) : undefined },
    }),
  );
  const link = (id: number) => {
    const node = byId.get(id);
    return node === undefined ? String(id) : <a href={pathTo.blog(node.slug)}>{node.name}</a>;
  };
  return (
    <>
      <figure>
        <Graph
          nodes={nodes}
          edges={shown}
          label={t('graphAlt', { nodes: nodes.length, edges: edges.length })}
        />
        <figcaption class="fine">{t('graphAdvice')}</figcaption>
      </figure>
      <div class="halves">
        <Part id="mentioned" title={t('mostMentioned')}>
          <Scroll label={t('mentions')}>
            <Table t={t} scope="col" columns={['navBlogs', '#mentions', '#incomingBlogs']}>
              {mostMentioned.slice(0, ROWS_MAX).map(({ blogId, mentions, incomingBlogs }) => (
                <tr>
                  <th scope="row">{link(blogId)}</th>
                  <td class="n">{mentions}</td>
                  <td class="n">{incomingBlogs}</td>
                </tr>
              ))}
            </Table>
          </Scroll>
        </Part>
        <Part id="mutual" title={t('mutualPairs')}>
          <p class="fine">{t(mutual.length === 0 ? 'noMentions' : 'mutualPairsText')}</p>
          <ul class="rows">
            {mutual.slice(0, ROWS_MAX).map((pair) => (
              <li>
                <span>
                  {link(pair.sourceBlogId)} ⇄ {link(pair.targetBlogId)}
                </span>
                <span class="fine">
                  {pair.forwardCount} : {pair.reverseCount}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </>
  );
}

function Coverage({ c: { t }, value }: { c: ViewContext<Answers, Data>; value: RelationsAnswer }) {
  const { coverage } = value;
  return (
    <Part id="coverage" title={t('analysed')}>
      <p class="fine">
        {t('coverageText', {
          total: coverage.totalPosts,
          observed: coverage.observedPosts,
          failed: coverage.failedPosts,
          nobody: coverage.noBodyPosts,
        })}{' '}
        {coverage.graphTruncated || coverage.aggregationTruncated ? t('truncated') : null}
      </p>
    </Part>
  );
}
