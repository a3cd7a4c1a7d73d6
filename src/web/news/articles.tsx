/**
 * `/articles/`: search, with facets as filters and all results over time.
 */
import type { HistogramAnswer } from '../../api/news/articles/article-histogram.js';
import type { ArticleListAnswer } from '../../api/news/articles/articles.js';
import type { MediaList } from '../../api/news/lists.js';
import { DAY_MS } from '../../kernel/clock.js';
import { CAMPS } from '../../model/records.js';
import { definePage, type ViewContext } from '../page.js';
import { withQuery } from '../parts/address.js';
import { campText } from '../parts/camps.js';
import { Axis, Bars } from '../parts/graphics.js';
import { ArticleGrid, Choice, Empty, EmptyStore, isReading, PageHead } from '../parts/pieces.js';

const SHOWN = 100;
const MEDIA_SHOWN = 20;
const FILTERS = ['q', 'media', 'category', 'camp', 'tag', 'since', 'until'] as const;
/** Windows up to this are counted by hours. */
const HOURS_MAX_MS = 4 * DAY_MS;

interface Answers {
  found: ArticleListAnswer;
  times: HistogramAnswer;
  media: MediaList;
}

type Context = ViewContext<Answers>;

export const articlesPage = definePage<Answers>({
  path: '/articles/',
  load: ({ query }) => {
    const asked = Object.fromEntries(query) as { [name: string]: string };
    return {
      asks: { found: searchPath(asked), times: histogramPath(asked), media: '/api/v1/media' },
    };
  },
  view: (c) => {
    const { t, query, answers } = c;
    const { found, times } = answers;
    const articles = found.ok ? found.value.articles : [];
    const isFiltered = FILTERS.some((name) => (query[name] ?? '') !== '');
    return {
      title: query.q ? `${t('search')}: ${query.q}` : t('searchTitle'),
      status: found.ok ? 200 : found.status,
      section: 'navArticles',
      canonical: isFiltered ? null : '/articles/',
      json: [searchPath(query), histogramPath(query)],
      body: (
        <>
          <PageHead title={t('searchTitle')} />
          <search>
            <form action="/articles/" method="get" class="search">
              <p class="field grow">
                <label for="q">{t('searchField')}</label>
                <input id="q" name="q" type="search" maxlength={60} value={query.q ?? ''} />
              </p>
              <p class="field">
                <label for="since">{t('since')}</label>
                <input id="since" name="since" type="date" value={dateOf(query.since)} />
              </p>
              <p class="field">
                <label for="until">{t('until')}</label>
                <input id="until" name="until" type="date" value={dateOf(query.until)} />
              </p>
              {(['media', 'category', 'camp', 'tag'] as const).map((name) =>
                query[name] ? <input type="hidden" name={name} value={query[name]} /> : null,
              )}
              <button type="submit">{t('search')}</button>
            </form>
          </search>
          {found.ok ? <Filters c={c} found={found.value} /> : <p class="alert">{found.error}</p>}
          {times.ok && articles.length > 1 ? <Histogram c={c} times={times.value} /> : null}
          {articles.length === 0 ? (
            isFiltered || !(found.ok || isReading(found)) ? (
              <Empty title={t('nothingFound')}>
                <p>{t('nothingAdvice')}</p>
              </Empty>
            ) : (
              <EmptyStore t={t} answer={found} />
            )
          ) : (
            <ArticleGrid c={c} articles={articles} />
          )}
        </>
      ),
    };
  },
});

/** What was found by camp and outlet; each narrows the search, and again takes that back. */
function Filters({ c, found }: { c: Context; found: ArticleListAnswer }) {
  const { t, query, answers } = c;
  const { facets, articles } = found;
  if (facets === undefined) return null;
  const link = (changes: { [name: string]: string }): string => {
    return withQuery('/articles/', { ...askedIn(query), ...changes });
  };
  const names = answers.media.ok ? answers.media.value : {};
  const toggle = (name: 'camp' | 'media', value: string) => ({
    href: link({ [name]: query[name] === value ? '' : value }),
    isChosen: query[name] === value,
  });
  return (
    <div class="filters">
      <p class="found">
        <strong>{t('found', { n: facets.total })}</strong>{' '}
        {facets.total > articles.length ? t('firstShown', { n: articles.length }) : null}
      </p>
      <Choice
        label={t('byCamp')}
        entries={CAMPS.filter((camp) => facets.camps[camp]! > 0).map((camp) => ({
          ...toggle('camp', camp),
          text: `${t(campText(camp))} ${facets.camps[camp]}`,
        }))}
      />
      <Choice
        label={t('byMedia')}
        entries={facets.media.slice(0, MEDIA_SHOWN).map(({ media, count }) => ({
          ...toggle('media', media),
          text: `${names[media]?.title ?? media} ${count}`,
        }))}
      />
      {query.tag ? (
        <Choice
          label={t('tag')}
          entries={[{ href: link({ tag: '' }), text: `${query.tag} ×`, isChosen: true }]}
        />
      ) : null}
    </div>
  );
}

/** When all that was found was published. */
function Histogram({ c, times }: { c: Context; times: HistogramAnswer }) {
  const { t } = c;
  const { step, buckets, total } = times;
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <figure class="histogram">
      <Bars
        counts={buckets.map(({ count }) => count)}
        label={t(step === 'hour' ? 'histogramHours' : 'histogramDays', { n: total })}
      />
      <figcaption>
        <Axis c={c} from={first.start} to={last.start} hasClock={step === 'hour'}>
          {t('histogramMost', { n: Math.max(...buckets.map(({ count }) => count)) })}
        </Axis>
      </figcaption>
    </figure>
  );
}

/** Every filter of a search, empty where it is not asked for. */
function askedIn(query: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(FILTERS.map((name) => [name, query[name] ?? '']));
}

function searchPath(query: { readonly [name: string]: string }): string {
  return withQuery('/api/v1/articles', { ...askedIn(query), limit: SHOWN, facets: '1' });
}

function histogramPath(query: { readonly [name: string]: string }): string {
  const asked = askedIn(query);
  const [from, to] = [Date.parse(asked.since!), Date.parse(asked.until!)];
  // Without an end the list ends now, and without a beginning a day before it ends.
  const isShort = asked.since === '' || to - from <= HOURS_MAX_MS;
  return withQuery('/api/v1/articles/histogram', { ...asked, step: isShort ? 'hour' : 'day' });
}

function dateOf(text: string | undefined): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? '';
}
