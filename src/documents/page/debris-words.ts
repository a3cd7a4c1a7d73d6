/**
 * What classes and ids call the parts of a page that are none of its article.
 */

import { wordsOf } from '../../kernel/words.js';

/** Names that nothing but debris has. */
const SURE = wordsOf(`
  ad adbox ads adsbygoogle adv advert\\w* also-?(?:read|like)
  article-?(?:footer|meta|tools|tags|info|share|header-?meta)
  author-?(?:bio|box|card|info|profile|desc\\w*) breadcrumbs? byline\\w* commentlist comments?
  dateline disqus\\w* email-?(?:link|share|signup|form) entry-?(?:meta|footer|utility|tags|date)
  ez-toc\\w* fb-?(?:like|share|root|comments|page) follow-?(?:us|me)
  inline-?(?:related|promo|newsletter) jp-relatedposts latest-?(?:news|posts|stories)
  like-?(?:box|button) likes? mailing-?list meta most-?(?:read|popular|viewed|commented|shared)
  nav(?:bar|igation|i)? newsletter\\w* next-?(?:post|article|story) outbrain pager pagination
  popular-?posts post-?(?:meta|footer|tags|navigation|nav|info|share|ratings?|date|details)
  post-?views prev-?(?:post|article|story) read-?next reading-?time recirc\\w* recommend\\w*
  rel-?(?:posts?|articles?|stories) related\\w* respond screen-?reader-?text
  share-?(?:bar|box|buttons?|icons?|links?|list|tools|this|wrap|wrapper) shareaholic\\w*
  sharedaddy shares? sharethis\\w* sharing side-?bar\\w* sign-?up\\w* skip-?link\\w* sns\\w*
  social\\w* sponsor\\w* sr-only subscribe\\w* subscription\\w* table-?of-?contents taboola\\w*
  tag-?(?:list|cloud|links) tags toc tweet-?(?:button|this) visually-?hidden widget-area
  yarpp\\w* you-?(?:may|might)-?\\w*
`);

/** Names that parts of a text have as well, and that writers of blogs give to theirs. */
const DOUBTFUL = wordsOf(`
  banner captions? carousel consent cookies? copyright credits? donat\\w* editors?-?pick\\w*
  feedback follow(?:-?us|-?me|ing)? footer gallery-?\\w* gdpr hashtags? keywords? lightbox login
  meta-?(?:info|data) modal more-?(?:from|on|news|stories|links|posts|articles) popular\\w*
  popup print-?(?:only|button|link) promo(?:s|tions?)? ratings? read-?(?:more|next|also|on)
  reply see-?also slider slideshow\\w* timestamp toolbar tools topics?-?(?:list|tags)?
  trending\\w* widgets?(?:-area)? wp-caption-text
`);

/** Parts of names that say how a part is laid out, or which tool has made it. */
const LAYOUT = /[\s](?:elementor|has|no|not|with|without|is|wp-block)-[\w-]*/g;

/** Whole words, between blanks and hyphens. */
function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`[\\s-](?:${words.join('|')})[\\s-]`);
}

export const SURE_WORDS = anyOf(SURE);
export const WORDS = anyOf([...SURE, ...DOUBTFUL]);

/** Names without what only lays out, and with hyphens alone between words. */
export function plainNames(names: string): string {
  return names.replace(LAYOUT, ' ').replace(/[_-]+/g, '-');
}
