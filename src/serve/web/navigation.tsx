/**
 * The main navigation of a service.
 */
import type { ViewContext } from './page.js';
import type { TextName } from './texts.js';

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

export function Navigation({
  context,
  section,
}: {
  context: ViewContext;
  section: TextName | undefined;
}) {
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
