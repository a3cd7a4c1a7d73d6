/**
 * `/articles/{id}/`: one article with its text while it may be shown, and similar articles.
 */
import { PLACE } from '../../../kernel/current-place.js';
import type { ArticleContentAnswer } from '../../api/news/articles/content.js';
import type { ArticleMentionsAnswer } from '../../api/news/mentions.js';
import type { ArticleRevisionsAnswer } from '../../api/news/revisions/revisions.js';
import type { ArticleSimilarityAnswer } from '../../api/news/similarity/evidence.js';
import { missing } from '../error-view.js';
import { definePage, type PageView, type ViewContext } from '../page.js';
import { Out, pathTo, safeHref, withQuery } from '../parts/address.js';
import { laterText, likenessText, Section, TagChips } from '../parts/pieces.js';
import { dayText, Time } from '../parts/time.js';
import { BlogsOn } from './blogs-on.js';
import { Change } from './revisions.js';

interface Answers {
  content: ArticleContentAnswer;
  similar: ArticleSimilarityAnswer;
  revisions: ArticleRevisionsAnswer;
  mentions: ArticleMentionsAnswer;
}

type Context = ViewContext<Answers>;

export const articlePage = definePage<Answers>({
  path: '/articles/{id}/',
  load: ({ params }) => {
    const path = `/api/v1/articles/${encodeURIComponent(params.id!)}`;
    return {
      asks: {
        content: `${path}/content`,
        similar: `${path}/similarity?threshold=0.5`,
        revisions: `${path}/revisions`,
        mentions: `${path}/mentions`,
      },
    };
  },
  before: ({ params }) => `/api/v1/lookup?id=${encodeURIComponent(params.id!)}`,
  view: (c): PageView => {
    const { t, answers } = c;
    if (!answers.content.ok) return missing(c, answers.content);
    const { article, content } = answers.content.value;
    const { id, title, media, mediaTitle, url, publishedAt, publishedDate, authors, tags } =
      article;
    const path = `/api/v1/articles/${id}`;
    return {
      title,
      ...(article.description === null ? {} : { description: article.description }),
      section: 'navArticles',
      canonical: pathTo.article(id),
      admin: withQuery('/admin/items/', { url }),
      json: [`${path}/content`, `${path}/similarity`, `${path}/revisions`, `${path}/mentions`],
      schema: {
        '@context': 'https://schema.org',
        '@type': 'NewsArticle',
        headline: title,
        datePublished: publishedDate ?? publishedAt,
        author: authors.map((name) => ({ '@type': 'Person', name })),
        publisher: { '@type': 'NewsMediaOrganization', name: mediaTitle },
        ...(safeHref(url) === undefined ? {} : { isBasedOn: safeHref(url) }),
        keywords: tags,
      },
      body: (
        <article class="article">
          <header class="page-head">
            <p class="kicker">
              <a href={pathTo.media(media)}>{mediaTitle}</a>
            </p>
            <h1>{title}</h1>
            <p class="meta">
              {authors.map((name) => (
                <a href={pathTo.journalist(name)}>{name}</a>
              ))}
              {publishedDate === undefined ? (
                <Time c={c} at={publishedAt} as="full" />
              ) : (
                <span>
                  <Time c={c} at={publishedAt} as="day" /> ({t('dayOnly')})
                </span>
              )}
            </p>
          </header>
          {article.description === null ? null : <p class="standfirst">{article.description}</p>}
          <p class="original">
            <Out href={url} class="button">
              {t('original')}
            </Out>
          </p>
          <TagChips c={c} tags={tags.map((tag) => ({ tag }))} />
          <Body c={c} answer={answers.content.value} />
          <History c={c} />
          {content.attributions.length === 0 ? null : (
            <Section title={t('citedSources')}>
              <ul class="plain-list">
                {content.attributions.map(({ name, evidence }) => (
                  <li>
                    <strong>{name}</strong> <q>{evidence}</q>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Blogs c={c} />
          <Similar c={c} publishedMs={Date.parse(publishedAt)} />
        </article>
      ),
    };
  },
});

function Body({ c, answer: { article, content } }: { c: Context; answer: ArticleContentAnswer }) {
  const { lang } = article;
  const { t, viewer } = c;
  const { body, expiresAt, status } = content;
  if (body === null) {
    return <p class="fine">{t(status === 'expired' ? 'textExpired' : 'textMissing')}</p>;
  }
  return (
    <>
      <Prose text={body} lang={lang} />
      {expiresAt === null ? null : (
        <p class="fine">
          {t('textNote', { day: dayText(Date.parse(expiresAt), viewer.language) })}
        </p>
      )}
    </>
  );
}

/** The paragraphs of a text. @param lang its language, if known. */
function Prose({ text, lang = PLACE.language }: { text: string; lang: string | undefined }) {
  const paragraphs = text.split(/\n+/).filter((line) => line.trim() !== '');
  return (
    <div class="prose" lang={lang}>
      {paragraphs.map((line) => (
        <p>{line}</p>
      ))}
    </div>
  );
}

/** Changes of the article since its publication; empty without changes. */
function History({ c }: { c: Context }) {
  const { t, answers } = c;
  const { revisions } = answers;
  if (!revisions.ok || revisions.value.count === 0) return null;
  const lang = answers.content.ok ? answers.content.value.article.lang : undefined;
  const seenAt = new Map(revisions.value.revisions.map((one) => [one.id, one.seenAt]));
  return (
    <Section title={t('articleChanges')} note={t('revisionsText')}>
      <ul class="copies">
        {revisions.value.revisions.map((revision) => (
          <Change c={c} revision={revision} />
        ))}
      </ul>
      {revisions.value.texts.map(({ id, text }) => (
        <details>
          <summary>
            {t('textBefore')} <Time c={c} at={seenAt.get(id)!} as="full" />
          </summary>
          <Prose text={text} lang={lang} />
        </details>
      ))}
    </Section>
  );
}

function Blogs({ c }: { c: Context }) {
  const { mentions } = c.answers;
  if (!mentions.ok) return null;
  const { mentions: posts, limited } = mentions.value;
  return <BlogsOn c={c} posts={posts} limited={limited} />;
}

function Similar({ c, publishedMs }: { c: Context; publishedMs: number }) {
  const { t, answers } = c;
  const { similar } = answers;
  if (!similar.ok) return null;
  const { matches, indexedAt } = similar.value;
  return (
    <Section title={t('similarReports')} note={t('propagationText')}>
      {matches.length > 0 ? null : <p>{t(indexedAt === null ? 'similarWait' : 'similarNone')}</p>}
      <ul class="copies">
        {matches.map(({ article, score, kind, evidence }) => {
          const minutes = (Date.parse(article.publishedAt) - publishedMs) / 60_000;
          return (
            <li>
              <p>
                <strong class="outlet-name">{article.mediaTitle}</strong>{' '}
                <a href={pathTo.article(article.id)}>{article.title}</a>
              </p>
              <p class="meta">
                <span class="kicker">{likenessText(t, kind, score)}</span>
                <span>{minutes < 0 ? t('earlier') : laterText(t, minutes)}</span>
                <Time c={c} at={article.publishedAt} as="full" />
              </p>
              <blockquote>
                <mark>{evidence}</mark>
              </blockquote>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
