/** The picture and the icon of a page. */
import { wordsOf } from '../../kernel/words.js';
import { absoluteUrl, metaValues, type PageFacts } from './facts.js';
import { isNode, type JsonLd, resolved, textOf, valuesOf } from './json-ld.js';
import type { Attributes } from './scan.js';
import { elementsWhere, isMargin, type TreeElement } from './tree.js';

/** Pictures that every page of a site has. */
const NO_PICTURE =
  /(?:^|[/_.-])(?:logo\w*|icon|icons|favicon|sprite|placeholder|blank|spacer|loading|loader|transparent|grey|gray|lazy(?:load)?[_-]?\w*\.gif|pixel|1x1|default[_-]?(?:image|img|og|share)?|avatar|fb[_-]?share|sharelogo\w*)(?:[/_.@-]|\d|$)|\.svg(?:$|\?)|^data:/i;
/** Edge of the largest icon that is chosen. */
const ICON_EDGE_MAX = 512;

/** Absolute address of the picture, or null. */
export function imageOf(facts: PageFacts): string | null {
  const { head, jsonLd, microdata, baseUrl } = facts;
  const candidates = [
    ...metaValues(head.metas, 'og:image', 'og:image:secure_url', 'og:image:url'),
    ...metaValues(head.metas, 'twitter:image', 'twitter:image:src'),
    ...jsonImages(jsonLd),
    microdata.image,
    ...metaValues(head.metas, 'parsely-image-url', 'sailthru.image.full', 'thumbnail'),
    ...head.links.filter(isImageLink).map(({ href }) => href ?? null),
  ];
  const shown = [...shownImages(facts), ...head.noscriptImages];
  return firstPicture(candidates, baseUrl) ?? firstPicture(shown, baseUrl);
}

function firstPicture(candidates: readonly (string | null)[], baseUrl: string): string | null {
  for (const candidate of candidates) {
    const url = absoluteUrl(candidate, baseUrl);
    if (url !== null && !NO_PICTURE.test(new URL(url).pathname)) return url;
  }
  return null;
}

/** Attributes with addresses of lazily loaded pictures; the last one is the browsers' own. */
const LAZY_ATTRIBUTES = wordsOf(
  'data-src data-original data-lazy-src data-srcset srcset data-lazy src',
);
const PICTURES = new Set(['img', 'amp-img']);
const SHOWN_MAX = 20;
/** Smaller pictures are symbols and portraits. */
const EDGE_MIN = 200;

/** Pictures after the headline, or inside an article without one. */
function shownImages({ tree }: PageFacts): string[] {
  if (tree === null) return [];
  let isBehind = false;
  const isShown = (element: TreeElement): boolean => {
    isBehind ||= element.localName === 'h1' || element.localName === 'article';
    const isPicture = PICTURES.has(element.localName) || element.hasAttribute('data-lazy');
    return isBehind && isPicture && isLarge(element) && !isMargin(element);
  };
  return elementsWhere(tree.body, isShown, SHOWN_MAX).flatMap((element) => {
    const values = LAZY_ATTRIBUTES.map((name) => element.getAttribute(name)?.trim() ?? '');
    // The first address of a list; a `data:` address is a placeholder.
    return values.filter((value) => value !== '' && !value.startsWith('data:')).map(firstAddress);
  });
}

function firstAddress(value: string): string {
  return /^\S+/.exec(value)![0].replace(/,$/, '');
}

function isLarge(element: TreeElement): boolean {
  const edges = ['width', 'height'].map((name) =>
    Number.parseInt(element.getAttribute(name) ?? '', 10),
  );
  return edges.every((edge) => Number.isNaN(edge) || edge >= EDGE_MIN);
}

function isImageLink({ rel }: Attributes): boolean {
  return rel?.trim().toLowerCase() === 'image_src';
}

function jsonImages(jsonLd: JsonLd): string[] {
  const { article } = jsonLd;
  if (article === null) return [];
  return [...valuesOf(article.image), ...valuesOf(article.thumbnailUrl)].flatMap((value) => {
    const image = resolved(value, jsonLd);
    if (typeof image === 'string') return [image];
    return isNode(image) ? (textOf(image.url) ?? textOf(image.contentUrl) ?? []) : [];
  });
}

/** The largest icon that the page names, or null. */
export function iconOf({ head, baseUrl }: PageFacts): string | null {
  const icons = head.links
    .flatMap((link) => {
      const url = absoluteUrl(link.href, baseUrl);
      const edge = url === null ? null : edgeOf(link);
      return url === null || edge === null ? [] : [{ url, edge }];
    })
    .sort((a, b) => b.edge - a.edge);
  return icons[0]?.url ?? null;
}

/** Edge of an icon in pixels, estimated where it is not given; null where the link is no icon. */
function edgeOf({ rel, sizes, href }: Attributes): number | null {
  const rels = (rel ?? '').toLowerCase().split(/\s+/);
  const isTouch = rels.some((one) => one.startsWith('apple-touch-icon'));
  if (!isTouch && !rels.includes('icon')) return null;
  const edges = (sizes ?? '').toLowerCase().match(/\d{1,4}(?=x)/g) ?? [];
  const fitting = edges.map(Number).filter((edge) => edge <= ICON_EDGE_MAX);
  if (fitting.length > 0) return Math.max(...fitting);
  if (edges.length > 0) return 1;
  // Icons without a size: a touch icon usually has 180 pixels, an .ico 16 to 48.
  if (isTouch) return 180;
  return /\.ico(?:$|\?)/i.test(href ?? '') ? 16 : 32;
}
