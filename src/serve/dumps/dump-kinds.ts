/**
 * The kinds of dumps of both services, with their columns, and the interface of a source: it reads
 * rows as they are shown at that moment, one bounded piece at a time.
 *
 * NDJSON has the members of a row unchanged; Parquet and CSV have them as columns, in this order.
 * Not here: the sources (api/news/dumps.ts, api/blog/dumps.ts).
 */
import { wordsOf } from '../../kernel/words.js';

/** `texts`, `ids` and `numbers` are lists. */
export type DumpColumnType =
  | 'id'
  | 'count'
  | 'number'
  | 'flag'
  | 'text'
  | 'time'
  | 'texts'
  | 'ids'
  | 'numbers';

export interface DumpColumn {
  name: string;
  type: DumpColumnType;
}

interface DumpKind {
  /** The meaning of a row, and the day to which it belongs. */
  about: string;
  columns: readonly DumpColumn[];
}

export type DumpService = 'news' | 'blog';

export const DUMP_FORMATS = ['ndjson.gz', 'parquet', 'csv.gz'] as const;
export type DumpFormat = (typeof DUMP_FORMATS)[number];

/** Parses a list of `name:type`. */
export function columns(text: string): DumpColumn[] {
  return wordsOf(text).map((column) => {
    const [name, type] = column.split(':') as [string, DumpColumnType];
    return { name, type };
  });
}

export const DUMP_KINDS: {
  readonly [service in DumpService]: { readonly [kind: string]: DumpKind };
} = {
  news: {
    articles: {
      about: 'Articles as lists show them, on the day of their publication',
      columns: columns(`id:id media:text mediaTitle:text camp:text title:text description:text
        url:text image:text publishedAt:time datePending:flag section:text tags:texts
        tagSource:text lang:text`),
    },
    pairs: {
      about: 'Similar articles of two media (score 0.5 or more), on the day of the later one',
      columns: columns(`score:number containment:number sharedShingles:count identical:flag
        passage:text earlierId:id earlierMedia:text earlierTitle:text earlierUrl:text
        earlierPublishedAt:time laterId:id laterMedia:text laterTitle:text laterUrl:text
        laterPublishedAt:time`),
    },
    rankings: {
      about: 'The ranking of each category at each hour of the day: its first 500 tags by score',
      columns: columns(`hour:time computedAt:time category:text rank:count tag:text score:number
        count:count normalized:number burst:number rank24h:count new:flag`),
    },
    events: {
      about: 'The event ranking at each hour of the day, with at most six articles of each event',
      columns: columns(`hour:time builtAt:time rank:count score:number threadId:id title:text
        major:texts tags:texts bursts:numbers articleIds:ids prevRank:count hours:count
        firstTime:time`),
    },
  },
  blog: {
    articles: {
      about: 'Articles as lists show them, on the day of their publication or first collection',
      columns: columns(`id:id title:text url:text author:text publishedAt:time updatedAt:time
        imageUrl:text blogSlug:text blogName:text summary:text observedAt:time iconUrl:text`),
    },
    mentions: {
      about:
        'Blogs that an article mentions, each with its first link there, on the day of the article',
      columns: columns(`articleId:id articleTitle:text articleUrl:text publishedAt:time blog:text
        mentionedBlog:text targetUrl:text anchor:text`),
    },
    topics: {
      about: 'Terms that are matched now and stand in an article, on the day of the article',
      columns: columns(`topicId:text topic:text articleId:id articleTitle:text articleUrl:text
        publishedAt:time blog:text inTitle:flag inBody:flag`),
    },
  },
};

/** From an instant, inclusive, to another one, exclusive. */
export interface DumpPeriod {
  fromMs: number;
  untilMs: number;
}

/** Start of the next piece; null for the first. Each source defines its meaning. */
export type DumpPlace = readonly number[] | null;

export interface DumpPiece {
  /** A JSON array of rows; may be empty. */
  rows: Uint8Array;
  /** Null after the last piece. */
  next: DumpPlace;
}

export interface DumpSource {
  readonly service: DumpService;
  /** Indices that the rows need beyond those of lists. */
  readonly needs: readonly string[];
  /**
   * Starts of local days with articles before an instant, newest first.
   * @param countMax maximum of days.
   */
  days(beforeMs: number, countMax: number): number[];
  /** Identifies the state: while it is the same, every dump is the same. */
  state(): string;
  /** The piece of a dump that begins at a place. `kind` is one of the service's kinds. */
  piece(kind: string, period: DumpPeriod, after: DumpPlace): Promise<DumpPiece>;
}

/** A request to the process with the indices. */
export interface DumpRequest extends DumpPeriod {
  service: DumpService;
  kind: string;
  after: DumpPlace;
}

const encoder = new TextEncoder();

export function pieceOf(rows: readonly object[], next: DumpPlace): DumpPiece {
  return { rows: encoder.encode(JSON.stringify(rows)), next };
}
