/** Shared by pages of the blog service. */
import type { ArticlePageAnswer } from '../../api/blog/directory-lists.js';
import { ErrorView } from '../error-view.js';
import type { PageView, ViewContext } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Chip, Icon } from '../parts/pieces.js';
import { Time } from '../parts/time.js';

export function Articles({
  c,
  items,
  isOneBlog = false,
}: {
  c: ViewContext;
  items: ArticlePageAnswer['items'];
  isOneBlog?: boolean;
}) {
  return (
    <ol class="posts">
      {items.map((item) => (
        <li>
          <article>
            <h3>
              <Out href={item.url}>{item.title === '' ? item.url : item.title}</Out>
            </h3>
            <p class="meta">
              {isOneBlog ? null : (
                <a href={pathTo.blog(item.blogSlug)}>
                  <Icon c={c} url={item.iconUrl} />
                  {item.blogName}
                </a>
              )}
              {item.author === null || item.author === item.blogName ? null : (
                <span>{item.author}</span>
              )}
              {item.publishedAt === null ? null : <Time c={c} at={item.publishedAt} />}
            </p>
            {item.summary === '' ? null : <p class="summary">{item.summary}</p>}
          </article>
        </li>
      ))}
    </ol>
  );
}

/** The windows of topics and relations, as links. */
export function Periods({ c, hours, path }: { c: ViewContext; hours: number; path: string }) {
  return (
    <nav aria-label={c.t('period')}>
      <ul class="chips">
        {HOURS.map((one) => (
          <Chip
            href={one === 720 ? path : withQuery(path, { hours: one })}
            current={one === hours ? 'true' : undefined}
          >
            {c.t('days', { n: one / 24 })}
          </Chip>
        ))}
      </ul>
    </nav>
  );
}

export const HOURS = [168, 720, 2160] as const;

/** The window in a page's query; 30 days for an unknown one. */
export function hoursOf(text: string | null): number {
  return HOURS.find((hours) => String(hours) === text) ?? 720;
}

/** The page of an unknown or removed blog or topic, or of one that cannot be shown now. */
export function Missing(context: Parameters<typeof ErrorView>[0], status: number): PageView {
  const shown = status === 410 ? 410 : status >= 500 || status === 429 ? 503 : 404;
  return ErrorView(context, { status: shown, message: '' });
}
