/**
 * `/articles/`: search, with facets as filters and a histogram of all matches.
 */
import { DAY_MS, HOUR_MS, localDateOf, parseDate, parseInstant } from '../../../kernel/clock.js';
import { CAMPS } from '../../../kernel/model/records.js';
import type { HistogramAnswer } from '../../api/news/articles/article-histogram.js';
import type { ArticleListAnswer } from '../../api/news/articles/articles.js';
import type { MediaList } from '../../api/news/media/media-lists.js';
import { definePage, type ViewContext } from '../page.js';
import { withQuery } from '../parts/address.js';
import { Axis, Bars, campText } from '../parts/graphics.js';
import { ArticleGrid, Choice, Empty, EmptyStore, isReading, PageHead } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { LANGUAGE_TAGS } from '../viewer.js';

const SHOWN = 100;
const MEDIA_SHOWN = 20;
const FILTERS = [
  'q',
  'media',
  'category',
  'camp',
  'tag',
  'since',
  'until',
  'hours',
  'country',
  'written',
  'mute',
  'muteMedia',
] as const;
/** Parameters that change the form of the list and filter nothing. */
const LOOKS = ['fold'] as const;
/** Offered windows; the last is the longest that the API allows, with links to earlier ones. */
const HOURS = ['24', '168', '744'] as const;
/** Longest window with a histogram by hours. */
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
                <input id="since" name="since" type="date" value={dayIn(query.since, 0)} />
              </p>
              <p class="field">
                <label for="until">{t('until')}</label>
                <input id="until" name="until" type="date" value={dayIn(query.until, 1)} />
              </p>
              <p class="field">
                <label for="mute">{t('mute')}</label>
                <input id="mute" name="mute" value={query.mute ?? ''} />
              </p>
              {(
                ['media', 'category', 'camp', 'tag', 'country', 'written', 'muteMedia'] as const
              ).map((name) =>
                query[name] ? <input type="hidden" name={name} value={query[name]} /> : null,
              )}
              {(['hours', ...LOOKS] as const).map((name) =>
                query[name] ? <input type="hidden" name={name} value={query[name]} /> : null,
              )}
              <button type="submit">{t('search')}</button>
            </form>
          </search>
          <Window c={c} />
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
            <>
              <ArticleGrid c={c} articles={articles} />
              <p class="fine">
                <a href={searchPath(query).replace('/articles?', '/articles.csv?')} rel="nofollow">
                  {t('asCsv')}
                </a>
              </p>
            </>
          )}
        </>
      ),
    };
  },
});

/** The searched window, and links to others. */
function Window({ c }: { c: Context }) {
  const { t, query, answers } = c;
  const { found } = answers;
  const link = (changes: { [name: string]: string }): string =>
    withQuery('/articles/', { ...askedIn(query), since: '', until: '', hours: '', ...changes });
  const isNamed = Boolean(query.since || query.until);
  return (
    <div class="filters">
      {found.ok ? (
        <p class="found">
          {t('searchedFrom')} <Time c={c} at={found.value.query.since} as="full" />{' '}
          {t('searchedTo')} <Time c={c} at={found.value.query.until} as="full" />
        </p>
      ) : null}
      <Choice
        label={t('period')}
        entries={[
          ...HOURS.map((hours) => ({
            href: link({ hours: hours === '24' ? '' : hours }),
            text: t(`hours${hours}`),
            isChosen: !isNamed && (query.hours || '24') === hours,
          })),
          ...(found.ok
            ? [
                {
                  href: link({ until: found.value.query.since, hours: HOURS[2] }),
                  text: t('searchEarlier'),
                  isChosen: false,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

/** Counts of the matches by camp and outlet; a click narrows the search, a second one widens it. */
function Filters({ c, found }: { c: Context; found: ArticleListAnswer }) {
  const { t, query, answers } = c;
  const { facets, articles } = found;
  if (facets === undefined) return null;
  const link = (changes: { [name: string]: string }): string => {
    return withQuery('/articles/', { ...askedIn(query), ...changes });
  };
  const names = answers.media.ok ? answers.media.value : {};
  const shown = articles.flatMap(({ lang }) => lang ?? []);
  const languages = [...new Set([query.written, ...shown].filter(Boolean) as string[])];
  const namesOf = (codes: string): string =>
    codes
      .split(',')
      .map((code) => names[code]?.title ?? code)
      .join(t('comma'));
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
      <Choice
        label={t('foldChoice')}
        entries={(['', 'similar'] as const).map((fold) => ({
          href: link({ fold }),
          text: t(fold === '' ? 'foldOff' : 'foldOn'),
          isChosen: (query.fold ?? '') === fold,
        }))}
      />
      {languages.length > 1 || query.written ? (
        <Choice
          label={t('written')}
          entries={languages.map((code) => ({
            href: link({ written: query.written === code ? '' : code }),
            text: nameOfLanguage(c, code),
            isChosen: query.written === code,
          }))}
        />
      ) : null}
      {(['tag', 'country', 'muteMedia'] as const).map((name) =>
        query[name] ? (
          <Choice
            label={t(name)}
            entries={[
              {
                href: link({ [name]: '' }),
                text: `${t(name)}: ${name === 'muteMedia' ? namesOf(query[name]!) : query[name]} ×`,
                isChosen: true,
              },
            ]}
          />
        ) : null,
      )}
    </div>
  );
}

/** The name of a language in the viewer's language. */
function nameOfLanguage({ viewer }: Context, code: string): string {
  const names = new Intl.DisplayNames(LANGUAGE_TAGS[viewer.language], { type: 'language' });
  return /^[a-z]{2,3}$/.test(code) ? names.of(code)! : code;
}

/** Times of publication of all matches. */
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

/** The parameters of a search, with '' for absent ones. */
function askedIn(query: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries([...FILTERS, ...LOOKS].map((name) => [name, query[name] ?? '']));
}

/** The parameters for the API, which refuses invalid dates: a window includes its last day. */
function apiAsked(query: { readonly [name: string]: string }): { [name: string]: string } {
  // `lang` chooses the language of pages.
  const { written, ...others } = askedIn(query);
  const asked: { [name: string]: string } = { ...others, lang: written! };
  const lastMs = parseDate(asked.until!);
  return lastMs === null ? asked : { ...asked, until: localDateOf(lastMs + DAY_MS) };
}

function searchPath(query: { readonly [name: string]: string }): string {
  return withQuery('/api/v1/articles', { ...apiAsked(query), limit: SHOWN, facets: '1' });
}

function histogramPath(query: { readonly [name: string]: string }): string {
  const asked = apiAsked(query);
  const [from, to] = [Date.parse(asked.since!), Date.parse(asked.until!)];
  // Without an end, the window ends now; without a start, it has `hours`, by default a day.
  const isShort =
    asked.since === ''
      ? Number(asked.hours || HOURS[0]) * HOUR_MS <= HOURS_MAX_MS
      : to - from <= HOURS_MAX_MS;
  for (const name of LOOKS) delete asked[name];
  return withQuery('/api/v1/articles/histogram', { ...asked, step: isShort ? 'hour' : 'day' });
}

/** The local day of an instant, or of `beforeMs` earlier; a day is unchanged. */
function dayIn(text: string | undefined, beforeMs: number): string {
  if (parseDate(text ?? '') !== null) return text!;
  const ms = parseInstant(text ?? '');
  if (ms === null) return '';
  return localDateOf(ms - beforeMs);
}
