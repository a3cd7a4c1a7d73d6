/**
 * The portal of a site: lists of topics and features, and a page for each with its stories.
 *
 * Invariants: the markup is the same on all sites; `PORTAL_RULE` describes it.
 */
import type { SiteTopic, SiteView } from './content.js';
import { documentHead } from './head.js';
import { anchor, html } from './markup.js';
import { isoTime, shownTime } from './stamps.js';
import { banner, footer, menu, mostRead } from './surroundings.js';
import { wordsOf } from './words.js';

const PAGE_TOPICS = 10;

/** CSS selectors for reading a portal. */
export const PORTAL_RULE = {
  item: 'div.topic-card',
  link: 'a.topic-link',
  title: 'h3',
  image: 'img@src',
  sponsored: 'span.sponsored',
  next: 'a.next',
  id: 'data-id',
  story: 'ol.stories li',
  storyLink: 'a',
  storyTitle: 'a',
  storyDate: 'time@datetime',
} as const;

/** Page `number`, from 1, of the topics or features. */
export function topicList(view: SiteView, kind: SiteTopic['kind'], number: number): string {
  const { owner } = view;
  const words = wordsOf(owner.language);
  const topics = view.content.topics().filter((topic) => topic.kind === kind);
  const end = number * PAGE_TOPICS;
  const path = kind === 'topic' ? 'topics' : 'features';
  const next =
    end < topics.length
      ? anchor(`${owner.home}${path}?page=${number + 1}`, words.next, ' class="next"')
      : '';
  const cards = topics.slice(end - PAGE_TOPICS, end).map(card);
  const title = kind === 'topic' ? words.topics : words.features;
  return framed(view, title, `<h2>${title}</h2>\n${cards.join('\n')}\n${next}`);
}

function card({ id, url, title, image, sponsored }: SiteTopic): string {
  const mark = sponsored ? '<span class="sponsored">AD</span>' : '';
  const picture = image === null ? '' : `<img src="${html(image)}" alt="">`;
  return `<div class="topic-card" data-id="${html(id)}"><a class="topic-link" href="${html(url)}">${picture}<h3>${html(title)}</h3></a>${mark}</div>`;
}

export function topicPage(view: SiteView, topic: SiteTopic): string {
  const { zoneOffsetMs } = view.owner;
  const stories = topic.stories.map(({ url, title, publishedMs }) => {
    const time =
      publishedMs === null
        ? ''
        : `<time datetime="${isoTime(publishedMs, zoneOffsetMs)}">${shownTime(publishedMs, zoneOffsetMs)}</time>`;
    return `<li>${anchor(url, title)}${time}</li>`;
  });
  const picture = topic.image === null ? '' : `<img src="${html(topic.image)}" alt="">`;
  return framed(
    view,
    topic.title,
    `<h1>${html(topic.title)}</h1>${picture}<ol class="stories">\n${stories.join('\n')}\n</ol>`,
  );
}

function framed(view: SiteView, title: string, main: string): string {
  return `${documentHead(view, `${title} | ${view.owner.title}`, [])}${banner(view)}${menu(view)}
<main>${main}</main>${mostRead(view)}${footer(view)}
</body>
</html>
`;
}
