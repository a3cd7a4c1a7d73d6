/**
 * The frame of every page: head, masthead with navigation, the page, footer.
 *
 * Invariant: metadata for search engines (canonical address, description, JSON-LD) do not depend on
 * the viewer's choices; the choices are links, so they work without scripts.
 */

import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { PageView, ViewContext } from './page.js';
import { withQuery } from './parts/address.js';
import { dayText, weekdayText } from './parts/time.js';
import { PREVIEW, previewPath } from './preview.js';
import type { TextName, Translate } from './texts.js';
import { LANGUAGE_NAME, LANGUAGE_TAGS, LANGUAGES, SCHEME_NAME, SCHEMES } from './viewer.js';

interface Framed {
  context: ViewContext;
  view: PageView;
}

export function Layout({ context, view }: Framed) {
  const { viewer } = context;
  return (
    <html lang={LANGUAGE_TAGS[viewer.language]} data-scheme={viewer.scheme}>
      <Head context={context} view={view} />
      <body>
        <a class="skip" href="#main">
          {context.t('skip')}
        </a>
        <Masthead context={context} view={view} />
        <main id="main" tabindex={-1}>
          {view.body}
        </main>
        <Footer context={context} view={view} />
      </body>
    </html>
  );
}

function Head({ context, view }: Framed) {
  const { facts, viewer, t } = context;
  const { assets, publicUrl } = facts;
  const name = t(facts.service === 'news' ? 'newsService' : 'blogService');
  const title = view.title === name ? name : `${view.title} – ${name}`;
  const description = view.description ?? view.title;
  const canonical = view.canonical === undefined ? context.path : view.canonical;
  const address = canonical === null ? null : `${publicUrl}${canonical}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content={viewer.scheme === 'auto' ? 'light dark' : viewer.scheme} />
      {address === null ? <meta name="robots" content="noindex" /> : null}
      {address === null ? null : <link rel="canonical" href={address} />}
      {address === null
        ? null
        : LANGUAGES.map((language) => (
            <link
              rel="alternate"
              hreflang={LANGUAGE_TAGS[language]}
              href={withAlso(address, LANGUAGE_NAME, language)}
            />
          ))}
      <link rel="icon" type="image/svg+xml" href={assets['icon.svg']} />
      <link rel="stylesheet" href={assets['style.css']} />
      {view.feeds?.map(({ title: feed, href, type }) => (
        <link rel="alternate" type={type} title={feed} href={href} />
      ))}
      {view.json?.[0] === undefined ? null : (
        <link rel="alternate" type="application/json" href={view.json[0]} />
      )}
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={view.title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={view.schema === undefined ? 'website' : 'article'} />
      {address === null ? null : <meta property="og:url" content={address} />}
      <meta property="og:locale" content={viewer.language === 'zh' ? 'zh_TW' : 'en_US'} />
      <meta property="og:image" content={publicUrl + previewPath(view.preview)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(PREVIEW.width)} />
      <meta property="og:image:height" content={String(PREVIEW.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {view.schema === undefined ? null : (
        <script type="application/ld+json">{raw(jsonText(view.schema))}</script>
      )}
      <script src={assets['page.js']} defer />
      {view.scripts?.map((script) => (
        <script src={assets[script]} defer />
      ))}
    </head>
  );
}

function Masthead({ context, view }: Framed) {
  const { t, facts, nowMs, viewer } = context;
  return (
    <header class="masthead">
      <div class="masthead-top">
        <p class="edition">
          {weekdayText(nowMs, viewer.language)} <span>{dayText(nowMs, viewer.language)}</span>
        </p>
        <p class="wordmark">
          <a href="/">{t(facts.service === 'news' ? 'newsService' : 'blogService')}</a>
        </p>
        <Choices context={context} />
      </div>
      <Navigation context={context} section={view.section} />
    </header>
  );
}

/** Links to the same page in another language or scheme. */
function Choices({ context }: { context: ViewContext }) {
  const { t, viewer } = context;
  const words = { zh: t('chinese'), en: t('english') };
  const looks = { auto: t('schemeAuto'), light: t('schemeLight'), dark: t('schemeDark') };
  const next = SCHEMES[(SCHEMES.indexOf(viewer.scheme) + 1) % SCHEMES.length]!;
  return (
    <ul class="choices">
      {LANGUAGES.filter((language) => language !== viewer.language).map((language) => (
        <li>
          <a
            href={sameWith(context, LANGUAGE_NAME, language)}
            lang={LANGUAGE_TAGS[language]}
            hreflang={LANGUAGE_TAGS[language]}
            rel="nofollow"
          >
            {words[language]}
          </a>
        </li>
      ))}
      <li>
        <a href={sameWith(context, SCHEME_NAME, next)} rel="nofollow">
          {t('scheme')}: {looks[viewer.scheme]}
        </a>
      </li>
    </ul>
  );
}

function Footer({ context, view }: Framed) {
  const { t, facts } = context;
  const other = facts.service === 'news' ? t('blogService') : t('newsService');
  return (
    <footer class="footer">
      {view.json === undefined && view.feeds === undefined ? null : (
        <ul class="footer-page">
          {view.json === undefined ? null : <JsonLinks t={t} paths={view.json} />}
          {view.feeds?.map(({ title, href, type }) => (
            <FooterLink href={href}>
              {title} ({type.endsWith('json') ? 'JSON Feed' : 'RSS'})
            </FooterLink>
          ))}
        </ul>
      )}
      <ul class="footer-site">
        <FooterLink href="/docs">{t('apiDocs')}</FooterLink>
        {facts.service === 'blog' ? (
          <FooterLink href="/api/status">{t('statusPage')}</FooterLink>
        ) : null}
        {view.admin === undefined ? null : (
          <FooterLink href={`${facts.service === 'news' ? facts.otherUrl : ''}${view.admin}`}>
            {t('administerThis')}
          </FooterLink>
        )}
        <FooterLink href="/llms.txt">llms.txt</FooterLink>
        <FooterLink href={`${facts.otherUrl}/`}>{other}</FooterLink>
      </ul>
      <p>
        {t('attribution')} {t('zoneNote')} Tagwire {facts.version}
      </p>
    </footer>
  );
}

/** Links to the answers of the page, after one label. */
function JsonLinks({ t, paths }: { t: Translate; paths: readonly string[] }) {
  const [only] = paths;
  if (paths.length === 1) return <FooterLink href={only!}>{t('asJson')}</FooterLink>;
  return (
    <li class="footer-json">
      {t('asJson')}
      {paths.map((path) => (
        <>
          {' '}
          <a href={path}>
            <code>{path.split('?')[0]}</code>
          </a>
        </>
      ))}
    </li>
  );
}

function FooterLink({ href, children }: { href: string; children?: Child }) {
  return (
    <li>
      <a href={href}>{children}</a>
    </li>
  );
}

/** The address of this page with another choice. */
function sameWith({ path, query }: ViewContext, name: string, value: string): string {
  const { [LANGUAGE_NAME]: _language, [SCHEME_NAME]: _scheme, ...rest } = query;
  return withQuery(path, { ...rest, [name]: value });
}

function withAlso(address: string, name: string, value: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`;
}

/** JSON in which an HTML parser finds no markup. */
export function jsonText(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const SECTIONS: {
  readonly [service in 'news' | 'blog']: readonly (readonly [name: TextName, href: string])[];
} = {
  news: [
    ['navToday', '/'],
    ['navTags', '/tags/'],
    ['navArticles', '/articles/'],
    ['navSimilarity', '/similarity/'],
    ['navJournalists', '/journalists/'],
    ['navTopics', '/topics/'],
    ['navMedia', '/media/'],
    ['navStats', '/stats/'],
  ],
  blog: [
    ['navLatest', '/'],
    ['navBlogs', '/blogs/'],
    ['navBlogTopics', '/topics/'],
    ['navRelations', '/relations/'],
    ['navMine', '/my/'],
  ],
};

/** The main navigation of a service. */
function Navigation({ context, section }: { context: ViewContext; section: TextName | undefined }) {
  const { t, facts } = context;
  const entries = SECTIONS[facts.service];
  if (entries.length === 0) return null;
  return (
    <nav class="nav" aria-label={t('menu')}>
      <ul>
        {entries.map(([name, href]) => (
          <li>
            <a href={href} aria-current={name === section ? 'page' : undefined}>
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
