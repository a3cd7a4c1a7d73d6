/**
 * `/similarity/`: similarity and citations between outlets, as a graph, as a table, and with the
 * evidence.
 */

import { wordsOf } from '../../../kernel/words.js';
import type { EvidenceBody } from '../../api/news/similarity/evidence.js';
import type { SimilarityBody } from '../../api/news/similarity/similarity.js';
import { definePage, type PageView, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Graph } from '../parts/graph.js';
import {
  EmptyStore,
  HoursChoice,
  likenessText,
  PageHead,
  Scroll,
  Section,
  Table,
} from '../parts/pieces.js';
import { Time } from '../parts/time.js';

interface Answers {
  graph: SimilarityBody;
  evidence: EvidenceBody;
}

type Context = ViewContext<Answers>;

const HOURS = [24, 48, 168] as const;
/** Nodes of the graph, those with the most edges: more are not legible. */
const NODES_MAX = 100;
const EDGES_SHOWN = 40;
/** Lines of the graph: with more, only the strongest of each node are distinguishable. */
const LINES_MAX = 120;
const LINES_OF_NODE = 3;
const PASSED_ON = wordsOf('hours threshold mode node q page edgeKind source target');

export const similarityPage = definePage<Answers>({
  path: '/similarity/',
  load: ({ query }) => {
    const asked = Object.fromEntries(PASSED_ON.map((name) => [name, query.get(name) ?? '']));
    return { asks: pathsOf(asked) };
  },
  view: (c): PageView => {
    const { t, query, answers } = c;
    const { graph, evidence } = answers;
    const paths = pathsOf(Object.fromEntries(PASSED_ON.map((name) => [name, query[name] ?? ''])));
    return {
      title: t('similarityTitle'),
      description: t('similarityText'),
      section: 'navSimilarity',
      status: graph.ok ? 200 : graph.status,
      canonical: '/similarity/',
      json: [paths.graph, paths.evidence],
      body: (
        <>
          <PageHead title={t('similarityTitle')}>
            <p>{t('similarityText')}</p>
            {graph.ok ? <p class="fine">{t('similaritySums', { ...graph.value.index })}</p> : null}
          </PageHead>
          <HoursChoice
            {...{ t, path: '/similarity/', hours: HOURS }}
            chosen={graph.ok ? graph.value.hours : null}
          />
          {graph.ok && graph.value.edges.length > 0 ? (
            <Drawing c={c} graph={graph.value} />
          ) : (
            <EmptyStore t={t} answer={graph} why={graph.ok ? t('noPropagation') : graph.error} />
          )}
          {evidence.ok ? <Evidence c={c} evidence={evidence.value} /> : null}
        </>
      ),
    };
  },
});

function pathsOf(asked: { [name: string]: string }): { graph: string; evidence: string } {
  const { hours = '', threshold = '' } = asked;
  return {
    graph: withQuery('/api/v1/similarity', { hours, threshold }),
    evidence: withQuery('/api/v1/similarity/evidence', asked),
  };
}

function Drawing({ c, graph }: { c: Context; graph: SimilarityBody }) {
  const { t, query } = c;
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  const degree = new Map<string, number>();
  for (const { source, target, count } of graph.edges) {
    degree.set(source, (degree.get(source) ?? 0) + count);
    degree.set(target, (degree.get(target) ?? 0) + count);
  }
  const nodes = graph.nodes
    .filter(({ id }) => degree.has(id))
    .sort((a, b) => degree.get(b.id)! - degree.get(a.id)! || (a.id < b.id ? -1 : 1))
    .slice(0, NODES_MAX)
    .map(({ id, name }) => ({
      ...{ id, name, weight: degree.get(id)! },
      href: withQuery('/similarity/', { hours: query.hours, node: id }),
    }));
  const ids = new Set(nodes.map(({ id }) => id));
  const between = graph.edges.filter(
    ({ source, target }) => ids.has(source) && ids.has(target) && source !== target,
  );
  const drawn = strongestOf(between);
  const edges = drawn.map(({ source, target, count, kind }) => ({
    ...{ source, target, weight: count },
    look: kind === 'citation' ? ('dashed' as const) : undefined,
  }));
  const strongest = [...graph.edges].sort((a, b) => b.count - a.count).slice(0, EDGES_SHOWN);
  return (
    <>
      <Graph nodes={nodes} edges={edges} label={t('graph')} isDirected />
      {drawn.length < between.length ? (
        <p class="fine">{t('strongestEdges', { n: drawn.length })}</p>
      ) : null}
      <details class="section">
        <summary>{t('edges')}</summary>
        <Scroll label={t('edges')}>
          <Table t={t} columns={['from', 'kind', 'to', '#count']}>
            {strongest.map(({ source, target, kind, count }) => (
              <tr>
                <td>{names.get(source) ?? source}</td>
                <td>{t(kind === 'citation' ? 'kindCitation' : 'kindSimilarity')}</td>
                <td>{names.get(target) ?? target}</td>
                <td class="n">
                  <a
                    href={withQuery('/similarity/', {
                      hours: query.hours,
                      edgeKind: kind,
                      source,
                      target,
                    })}
                  >
                    {count}
                  </a>
                </td>
              </tr>
            ))}
          </Table>
        </Scroll>
      </details>
    </>
  );
}

/** All lines where they are few; otherwise the strongest of each node, so that each has one. */
function strongestOf(edges: SimilarityBody['edges']): SimilarityBody['edges'] {
  if (edges.length <= LINES_MAX) return edges;
  const drawn = new Map<string, number>();
  const drawnOf = (id: string): number => drawn.get(id) ?? 0;
  return [...edges]
    .sort((a, b) => b.count - a.count)
    .filter(({ source, target }) => {
      if (drawnOf(source) >= LINES_OF_NODE && drawnOf(target) >= LINES_OF_NODE) return false;
      drawn.set(source, drawnOf(source) + 1);
      drawn.set(target, drawnOf(target) + 1);
      return true;
    });
}

function Evidence({ c, evidence }: { c: Context; evidence: EvidenceBody }) {
  const { t, query } = c;
  const { items, articles, total, page, pageSize } = evidence;
  const link = (to: number) =>
    withQuery('/similarity/', {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, query[name]])),
      page: to,
    });
  return (
    <Section title={t('evidence')}>
      <search>
        <form action="/similarity/" method="get" class="search">
          <p class="field grow">
            <label for="q">{t('search')}</label>
            <input id="q" name="q" type="search" maxlength={100} value={query.q ?? ''} />
          </p>
          {query.hours ? <input type="hidden" name="hours" value={query.hours} /> : null}
          <button type="submit">{t('search')}</button>
        </form>
      </search>
      <p class="found">{t('evidenceCount', { n: total })}</p>
      <ul class="evidence">
        {items.map((item) => {
          const article = articles[String(item.articleId)];
          if (article === undefined) return null;
          if (item.kind === 'citation') {
            return (
              <li>
                <Side c={c} article={article} />
                <p>
                  <span class="kicker">{t('citesSource', { name: item.source.name })}</span>
                </p>
                <blockquote>
                  <mark>{item.source.evidence}</mark>
                </blockquote>
              </li>
            );
          }
          const source = articles[String(item.sourceId)];
          const pair = item.directPair;
          return (
            <li>
              <div class="pair">
                {source === undefined ? null : <Side c={c} article={source} />}
                <Side c={c} article={article} />
              </div>
              {pair === null ? (
                <p class="kicker">{t('similarThrough')}</p>
              ) : (
                <>
                  <p class="kicker">{likenessText(t, pair.kind, pair.score)}</p>
                  <blockquote>
                    <mark>{pair.evidence}</mark>
                  </blockquote>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <nav class="pager" aria-label={t('evidence')}>
        {page > 0 ? <a href={link(page - 1)}>← {t('previous')}</a> : <span />}
        {(page + 1) * pageSize < total ? <a href={link(page + 1)}>{t('next')} →</a> : null}
      </nav>
    </Section>
  );
}

function Side({ c, article }: { c: Context; article: EvidenceBody['articles'][string] }) {
  const { id, mediaTitle, title, publishedAt } = article;
  return (
    <p class="side-article">
      <span class="meta">
        <strong class="outlet-name">{mediaTitle}</strong>
        <Time c={c} at={publishedAt} as="full" />
      </span>
      <a href={pathTo.article(id)}>{title}</a>
    </p>
  );
}
