/**
 * The fields of every kind of record: their readers, order and documentation, and the known names
 * for messages about unknown ones.
 *
 * Invariants: `docs/records.md` is generated from it. The first field that breaks a rule is
 * reported. Nested objects have their fields in this order, which is that of their bytes in the
 * log; members that a line leaves out become null or empty there, so that every index gets complete
 * objects.
 * Not here: readers of single values (fields.ts), rules for several fields (line.ts).
 */
import { INGEST } from '../../../kernel/limits.js';
import type { Draft } from '../../../kernel/model/drafts.js';
import {
  BODY_STATUSES,
  CAMPS,
  CHECK_STATUSES,
  FEED_TYPES,
  HIDE_TARGETS,
  LINK_LOCATIONS,
  PORTAL_ITEM_KINDS,
  PRECISIONS,
  SOURCE_KINDS,
  TAGGING_CHOICES,
} from '../../../kernel/model/records.js';
import {
  code,
  count,
  type FieldDeclaration,
  type FieldDeclarations,
  field,
  flag,
  line,
  list,
  object,
  objects,
  orElse,
  readerOf,
  required,
  texts,
  time,
  word,
} from './field-types.js';
import {
  type Raw,
  readAddress,
  readAmount,
  readBody,
  readIconHash,
  readIdentity,
  readKeys,
  readLanguage,
  readPage,
  readPicture,
  readTags,
} from './fields.js';

export interface KindDeclaration {
  means: string;
  /** The fields that identify an item. */
  identity: string;
  /** The draft has every field; otherwise only the fields in the line. */
  isWhole?: true;
  /** A line has exactly one of these two fields, which are the first ones. */
  oneOf?: readonly [string, string];
  fields: FieldDeclarations;
  example: object;
}

const PAGE = 'address, http or https';
/** Aliases, feeds, categories, sources and the like of one record. Real records have under 20. */
const MEMBERS_MAX = 200;
/** An error message of a source; longer ones are stack traces. */
const ERROR_MAX = 500;
/** No blog is expected to be silent for more than a year. */
const INTERVAL_HOURS_MAX = 24 * 366;

/** Read when the other fields are known (line.ts). */
const OBSERVED: FieldDeclaration = {
  ...field('time', 'When the item became known; the first one stays. Now, if absent'),
  as: 'observedMs',
};
const MEDIA = required(code('Code of the media'));
const URL = required(field(PAGE, 'Address of the page', readPage));
const TITLE = required(line('Title', INGEST.titleMax));
const IMAGE = field(PAGE, 'Picture; an unusable address counts as none', readPicture);
const ADDRESS = required(field(PAGE, 'Address', readAddress));
const ICON = field(
  '16 hexadecimal digits',
  'The icon that is hosted, as the crawler says',
  readIconHash,
);
const LISTED = orElse(word('What is listed there', PORTAL_ITEM_KINDS), 'auto');
const WRONG = line('What went wrong', ERROR_MAX);

const MASK: FieldDeclarations = {
  target: required(word('What is named', HIDE_TARGETS)),
  key: required(
    field(
      'address, code or slug',
      'Which one: the address of an article or post, the code of a media, the slug of a blog',
    ),
  ),
  observedAt: OBSERVED,
};

function mask(means: string, kind: string): KindDeclaration {
  const example = { kind, target: 'news', key: 'https://gazette.example/1' };
  return { means, identity: '`target` and `key`', fields: MASK, example };
}

const RULES_LINK: FieldDeclarations = { url: ADDRESS, label: line('What the link leads to') };
const readRulesMembers = readerOf(RULES_LINK);

/** Stored links have `label` first. */
function readRulesLink(raw: Raw): object {
  const { url, label } = readRulesMembers(raw) as { url: string; label: string | null };
  return { label: label ?? url, url };
}

export const RECORDS: { readonly [kind in Draft['kind']]: KindDeclaration } = {
  category: {
    means: 'A named list of media, for rankings and searches',
    identity: '`key`',
    fields: {
      key: required(code('Code of the category')),
      label: required(line('Name for people')),
      observedAt: OBSERVED,
    },
    example: { kind: 'category', key: 'news', label: 'News' },
  },
  media: {
    means: 'An outlet whose articles are collected, or that is cited',
    identity: '`media`',
    fields: {
      media: MEDIA,
      title: required(line('Name for people')),
      camp: word('Its side; `other` if absent', CAMPS),
      categories: list('codes', MEMBERS_MAX, 'Categories that it is in', (raw, name) =>
        readKeys(raw, name, MEMBERS_MAX),
      ),
      sourceKind: word('Whether it publishes, or finds articles of others', SOURCE_KINDS),
      country: line('Country or region'),
      countryCode: line('ISO 3166, `INT` or `ZZ`', INGEST.codeMax),
      homepage: field(PAGE, 'Its front page', readAddress),
      icon: field(PAGE, 'Its icon', readAddress),
      aliases: texts(MEMBERS_MAX, 'Other names, by which citations are found', INGEST.nameMax),
      syndicated: flag('Its texts come from others, so they are not compared'),
      enabled: flag('It is collected; true if absent'),
      external: flag('It is only cited'),
      collectingSince: time('First time that it was collected', 'collectingSinceMs'),
      schedule: line('How often it is collected, for people'),
      feeds: objects(MEMBERS_MAX, 'Its feeds', {
        url: ADDRESS,
        type: orElse(line('Format of the feed', INGEST.codeMax), ''),
      }),
      portal: object('Where it lists its topics', {
        link: field(PAGE, 'The list for people', readAddress),
        rulesUrl: field(PAGE, 'The rules of its collection', readAddress),
        sources: objects(MEMBERS_MAX, 'Addresses to read', { url: ADDRESS, kind: LISTED }),
      }),
      crawler: object('How it is collected, for people', {
        methods: texts(MEMBERS_MAX, 'Ways in which articles are found', INGEST.nameMax),
        transport: line('How pages are asked for'),
        body: line('How texts are read'),
        lastVerifiedMethod: line('The way that worked last'),
        links: objects(MEMBERS_MAX, 'Links to its rules', RULES_LINK, readRulesLink),
      }),
      tagging: word(
        'Whose tags its articles carry; derived by itself if it gives none',
        TAGGING_CHOICES,
      ),
      iconHash: ICON,
      observedAt: OBSERVED,
    },
    example: { kind: 'media', media: 'gazette', title: 'The Gazette', categories: ['news'] },
  },
  news: {
    means: 'An article of an outlet',
    identity: '`url`, without fragment and tracking parameters',
    fields: {
      media: MEDIA,
      url: URL,
      title: TITLE,
      description: line('Summary', INGEST.descriptionMax),
      publishedAt: time('When it was published', 'publishedMs', 'time, or a date'),
      publishedPrecision: { ...word('How exactly that is known', PRECISIONS), as: 'precision' },
      observedAt: OBSERVED,
      section: line("The outlet's own section"),
      image: IMAGE,
      authors: texts(INGEST.authorsMax, 'Bylines as they stand on the page', INGEST.authorMax),
      tags: list(
        'texts',
        INGEST.tagsMax,
        `Tags, at most ${INGEST.tagMax} characters each`,
        readTags,
      ),
      body: line('The text, plain; paragraphs end with a line break', INGEST.bodyMax, readBody),
      bodyStatus: word('Whether the text could be read', BODY_STATUSES),
      bodySource: line('How the text was read'),
      fetchedAt: time('When the text was read', 'fetchedMs'),
      goneAt: time('When its page was found to be gone', 'goneMs'),
      lang: field(
        'language',
        'What it is written in; without one, what title and text look like',
        readLanguage,
      ),
      discovery: object('Where else the article was found', {
        media: required(code('Code of the discovery source')),
        title: line('Title there', INGEST.titleMax),
        url: required(field(PAGE, 'Page on which it was found', readPage)),
        discoveredAt: required(time('When it was found there', 'discoveredMs')),
      }),
    },
    example: {
      kind: 'news',
      media: 'gazette',
      url: 'https://gazette.example/1',
      title: 'Bridge opens',
      publishedAt: '2026-11-20T08:00:00Z',
      tags: ['bridge', 'harbour'],
      body: 'The bridge over the harbour opened this morning …',
    },
  },
  'portal-item': {
    means: "A topic or feature on an outlet's portal",
    identity: '`media` and `id`',
    fields: {
      media: MEDIA,
      id: required(line("The portal's own id", INGEST.nameMax, readIdentity)),
      itemKind: required(word('What it is', PORTAL_ITEM_KINDS)),
      title: TITLE,
      url: URL,
      image: IMAGE,
      parentId: line('`id` of the topic that it is a part of', INGEST.nameMax, readIdentity),
      sponsored: flag('It is marked as paid for'),
      listPage: count('Page of the list on which it stood, from 1', 1),
      stories: objects(INGEST.storiesMax, 'Stories on its page', {
        url: URL,
        title: line('Title', INGEST.titleMax),
        date: time('When it was published', 'dateMs', 'time, or a date'),
      }),
      observedAt: OBSERVED,
    },
    example: {
      kind: 'portal-item',
      media: 'gazette',
      id: 'harbour',
      itemKind: 'topic',
      title: 'The harbour',
      url: 'https://gazette.example/topics/harbour',
    },
  },
  'portal-check': {
    means: 'One visit to a portal',
    identity: 'none: each is kept',
    isWhole: true,
    fields: {
      media: MEDIA,
      checkedAt: required(time('When it was visited', 'checkedMs')),
      status: required(word('How the visit went', CHECK_STATUSES)),
      fetched: orElse(count('Items that were found'), 0),
      sources: objects(MEMBERS_MAX, 'Addresses that were read', {
        url: ADDRESS,
        kind: LISTED,
        items: orElse(count('Items that were found there'), 0),
        pages: orElse(count('Pages that were read'), 0),
        error: WRONG,
      }),
      error: WRONG,
    },
    example: {
      kind: 'portal-check',
      media: 'gazette',
      checkedAt: '2026-11-20T08:50:00Z',
      status: 'ok',
    },
  },
  crawl: {
    means: 'One visit of the crawler to a media or a blog',
    identity: 'none: each is kept',
    isWhole: true,
    oneOf: ['media', 'blog'],
    fields: {
      media: code('Code of the media; this or `blog` is required'),
      blog: code('Slug of the blog; this or `media` is required'),
      at: required(time('When it was visited', 'atMs')),
      ok: required(flag('It went well')),
      method: line('How it was read'),
      error: WRONG,
      items: count('Items that were found'),
    },
    example: { kind: 'crawl', media: 'gazette', at: '2026-11-20T08:00:00Z', ok: true },
  },
  blog: {
    means: 'A blog',
    identity: '`slug`',
    fields: {
      slug: required(code('Code of the blog')),
      name: required(line('Name for people')),
      sourceUrl: required(field(PAGE, 'Its front page', readAddress)),
      category: line("The source's own category"),
      description: line('What it says of itself', INGEST.descriptionMax),
      feeds: objects(MEMBERS_MAX, 'Its feeds', {
        url: ADDRESS,
        type: orElse(word('Format of the feed', FEED_TYPES), 'rss'),
      }),
      verified: flag('It is public; true if absent'),
      iconUrl: field(PAGE, 'Its icon', readAddress),
      aliases: texts(MEMBERS_MAX, 'Other hosts or paths of the same blog', INGEST.urlMax),
      discoveredAt: time('When it was found', 'discoveredMs'),
      expectedIntervalHours: field('number above 0', 'Hours between two posts', (raw, name) =>
        readAmount(raw, name, INTERVAL_HOURS_MAX),
      ),
      canonicalSlug: code('Slug of the blog that this is a second address of'),
      iconHash: ICON,
      observedAt: OBSERVED,
    },
    example: {
      kind: 'blog',
      slug: 'garden',
      name: 'A garden',
      sourceUrl: 'https://garden.example/',
    },
  },
  post: {
    means: 'A post of a blog',
    identity: '`url`, without fragment and tracking parameters',
    fields: {
      blog: required(code('Slug of the blog')),
      url: URL,
      title: TITLE,
      author: line('Byline', INGEST.authorMax),
      publishedAt: time('When it was published', 'publishedMs'),
      updatedAt: time('When it was changed last', 'updatedMs'),
      observedAt: OBSERVED,
      summary: line('Summary', INGEST.summaryMax),
      imageUrl: IMAGE,
      labels: list('texts', INGEST.tagsMax, 'Its labels', readTags),
      body: line('The text, plain', INGEST.bodyMax, readBody),
      links: {
        ...list('objects', INGEST.linksMax, 'Links in the post'),
        members: {
          url: required(field(PAGE, 'Where the link leads')),
          anchor: field('text', 'Text of the link'),
          location: word('Where it stands; `body` if absent', LINK_LOCATIONS),
        },
      },
      html: field('text', 'The text as HTML: gives `body` and `links` where those are absent'),
    },
    example: {
      kind: 'post',
      blog: 'garden',
      url: 'https://garden.example/roses',
      title: 'Roses',
      html: '<p>What grows in <a href="https://gazette.example/1">November</a></p>',
    },
  },
  hide: mask('Takes an item out of sight at once', 'hide'),
  show: mask('Undoes a `hide`', 'show'),
  erase: mask('Takes an item out for good, its content from the log too', 'erase'),
  revoke: {
    means: 'Withdraws the evidence of a topic of blogs',
    identity: 'none: each is kept',
    isWhole: true,
    oneOf: ['topic', 'post'],
    fields: {
      topic: line('Id of the topic; this or `post` is required', INGEST.nameMax, readIdentity),
      post: field(PAGE, 'Address of the post; this or `topic` is required', readPage),
      observedAt: OBSERVED,
    },
    example: { kind: 'revoke', topic: 'tag:harbour' },
  },
};
