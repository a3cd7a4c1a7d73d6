/**
 * The fields of every kind of record: what documents tell, and what unknown names are compared with.
 *
 * `docs/records.md` is made of it, and a test watches the readers of this folder while they read: what
 * they look at is what stands here. Not here: how a field is read (fields.ts and the kinds' files).
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

/** One field. */
export interface FieldDeclaration {
  /** What it may hold. */
  type: string;
  means: string;
  required?: true;
  /** Fields of the object, or of the objects of the list, that it holds. */
  members?: FieldDeclarations;
}

export interface FieldDeclarations {
  readonly [name: string]: FieldDeclaration;
}

/** One kind of record. */
export interface KindDeclaration {
  means: string;
  /** What makes two records the same item. */
  identity: string;
  fields: FieldDeclarations;
  example: object;
}

const CODE = `text, 1 to ${INGEST.codeMax} letters, digits, \`_\`, \`-\`, \`.\``;
const PAGE = 'address, http or https';
const TIME = 'time';
const FLAG = '`true` or `false`';
const ICON = '16 hexadecimal digits';
const COUNT = 'whole number';

function line(means: string, max: number = INGEST.nameMax): FieldDeclaration {
  return { type: `text, at most ${max} characters`, means };
}

function word(means: string, words: readonly string[]): FieldDeclaration {
  return { type: words.map((one) => `\`${one}\``).join(', '), means };
}

function field(type: string, means: string): FieldDeclaration {
  return { type, means };
}

function list(of: string, max: number, means: string): FieldDeclaration {
  return { type: `list of at most ${max} ${of}`, means };
}

function objects(max: number, means: string, members: FieldDeclarations): FieldDeclaration {
  return { ...list('objects', max, means), members };
}

function object(means: string, members: FieldDeclarations): FieldDeclaration {
  return { type: 'object', means, members };
}

function required(one: FieldDeclaration): FieldDeclaration {
  return { ...one, required: true };
}

const OBSERVED = field(TIME, 'When the item became known; the first one stays. Now, if absent');
const MEDIA = required(field(CODE, 'Code of the media'));
const URL = required(field(PAGE, 'Address of the page'));
const TITLE = required(line('Title', INGEST.titleMax));
const IMAGE = field(PAGE, 'Picture; an unusable address counts as none');
const ADDRESS = required(field(PAGE, 'Address'));

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

export const RECORDS: { readonly [kind in Draft['kind']]: KindDeclaration } = {
  category: {
    means: 'A named list of media, for rankings and searches',
    identity: '`key`',
    fields: {
      key: required(field(CODE, 'Code of the category')),
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
      categories: list('codes', 200, 'Categories that it is in'),
      sourceKind: word('Whether it publishes, or finds articles of others', SOURCE_KINDS),
      country: line('Country or region'),
      countryCode: line('ISO 3166, `INT` or `ZZ`', INGEST.codeMax),
      homepage: field(PAGE, 'Its front page'),
      icon: field(PAGE, 'Its icon'),
      aliases: list('texts', 200, 'Other names, by which citations are found'),
      syndicated: field(FLAG, 'Its texts come from others, so they are not compared'),
      tagging: word(
        'Whose tags its articles carry; derived by itself if it gives none',
        TAGGING_CHOICES,
      ),
      iconHash: field(ICON, 'The icon that is hosted, as the crawler says'),
      enabled: field(FLAG, 'It is collected; true if absent'),
      external: field(FLAG, 'It is only cited'),
      collectingSince: field(TIME, 'First time that it was collected'),
      schedule: line('How often it is collected, for people'),
      feeds: objects(200, 'Its feeds', {
        url: ADDRESS,
        type: line('Format of the feed', INGEST.codeMax),
      }),
      portal: object('Where it lists its topics', {
        link: field(PAGE, 'The list for people'),
        rulesUrl: field(PAGE, 'The rules of its collection'),
        sources: objects(200, 'Addresses to read', {
          url: ADDRESS,
          kind: word('What is listed there', PORTAL_ITEM_KINDS),
        }),
      }),
      crawler: object('How it is collected, for people', {
        methods: list('texts', 200, 'Ways in which articles are found'),
        transport: line('How pages are asked for'),
        body: line('How texts are read'),
        lastVerifiedMethod: line('The way that worked last'),
        links: objects(200, 'Links to its rules', {
          url: ADDRESS,
          label: line('What the link leads to'),
        }),
      }),
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
      publishedAt: field('time, or a date', 'When it was published'),
      publishedPrecision: word('How exactly that is known', PRECISIONS),
      observedAt: OBSERVED,
      section: line("The outlet's own section"),
      image: IMAGE,
      authors: list('texts', INGEST.authorsMax, 'Bylines as they stand on the page'),
      tags: list('texts', INGEST.tagsMax, `Tags, at most ${INGEST.tagMax} characters each`),
      body: line('The text, plain; paragraphs end with a line break', INGEST.bodyMax),
      bodyStatus: word('Whether the text could be read', BODY_STATUSES),
      bodySource: line('How the text was read'),
      fetchedAt: field(TIME, 'When the text was read'),
      goneAt: field(TIME, 'When its page was found to be gone'),
      lang: field('language', 'What it is written in; without one, what title and text look like'),
      discovery: object('Where else the article was found', {
        media: required(field(CODE, 'Code of the discovery source')),
        title: line('Title there', INGEST.titleMax),
        url: required(field(PAGE, 'Page on which it was found')),
        discoveredAt: required(field(TIME, 'When it was found there')),
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
      id: required(line("The portal's own id")),
      itemKind: required(word('What it is', PORTAL_ITEM_KINDS)),
      title: TITLE,
      url: URL,
      image: IMAGE,
      parentId: line('`id` of the topic that it is a part of'),
      sponsored: field(FLAG, 'It is marked as paid for'),
      listPage: field(COUNT, 'Page of the list on which it stood, from 1'),
      stories: objects(INGEST.storiesMax, 'Stories on its page', {
        url: URL,
        title: line('Title', INGEST.titleMax),
        date: field('time, or a date', 'When it was published'),
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
    fields: {
      media: MEDIA,
      checkedAt: required(field(TIME, 'When it was visited')),
      status: required(word('How the visit went', CHECK_STATUSES)),
      fetched: field(COUNT, 'Items that were found'),
      sources: objects(200, 'Addresses that were read', {
        url: ADDRESS,
        kind: word('What is listed there', PORTAL_ITEM_KINDS),
        items: field(COUNT, 'Items that were found there'),
        pages: field(COUNT, 'Pages that were read'),
        error: line('What went wrong', 500),
      }),
      error: line('What went wrong', 500),
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
    fields: {
      media: field(CODE, 'Code of the media; this or `blog` is required'),
      blog: field(CODE, 'Slug of the blog; this or `media` is required'),
      at: required(field(TIME, 'When it was visited')),
      ok: required(field(FLAG, 'It went well')),
      method: line('How it was read'),
      error: line('What went wrong', 500),
      items: field(COUNT, 'Items that were found'),
    },
    example: { kind: 'crawl', media: 'gazette', at: '2026-11-20T08:00:00Z', ok: true },
  },
  blog: {
    means: 'A blog',
    identity: '`slug`',
    fields: {
      slug: required(field(CODE, 'Code of the blog')),
      name: required(line('Name for people')),
      sourceUrl: required(field(PAGE, 'Its front page')),
      category: line("The source's own category"),
      description: line('What it says of itself', INGEST.descriptionMax),
      feeds: objects(200, 'Its feeds', {
        url: ADDRESS,
        type: word('Format of the feed', FEED_TYPES),
      }),
      verified: field(FLAG, 'It is public; true if absent'),
      iconUrl: field(PAGE, 'Its icon'),
      aliases: list('texts', 200, 'Other hosts or paths of the same blog'),
      discoveredAt: field(TIME, 'When it was found'),
      expectedIntervalHours: field('number above 0', 'Hours between two posts'),
      canonicalSlug: field(CODE, 'Slug of the blog that this is a second address of'),
      iconHash: field(ICON, 'The icon that is hosted, as the crawler says'),
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
      blog: required(field(CODE, 'Slug of the blog')),
      url: URL,
      title: TITLE,
      author: line('Byline', INGEST.authorMax),
      publishedAt: field(TIME, 'When it was published'),
      updatedAt: field(TIME, 'When it was changed last'),
      observedAt: OBSERVED,
      summary: line('Summary', INGEST.summaryMax),
      imageUrl: IMAGE,
      labels: list('texts', INGEST.tagsMax, 'Its labels'),
      body: line('The text, plain', INGEST.bodyMax),
      html: field('text', 'The text as HTML: gives `body` and `links` where those are absent'),
      links: objects(INGEST.linksMax, 'Links in the post', {
        url: required(field(PAGE, 'Where the link leads')),
        anchor: field('text', 'Text of the link'),
        location: word('Where it stands; `body` if absent', LINK_LOCATIONS),
      }),
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
    fields: {
      topic: line('Id of the topic; this or `post` is required'),
      post: field(PAGE, 'Address of the post; this or `topic` is required'),
      observedAt: OBSERVED,
    },
    example: { kind: 'revoke', topic: 'tag:harbour' },
  },
};
