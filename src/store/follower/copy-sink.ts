/** The store of a copy, as following sees it. */
import type { CopiedService } from './change-lines.js';

/** Where a copy goes, and what is asked of it. */
export interface CopySink {
  /** Makes lines durable and searchable. */
  copy(lines: readonly object[]): Promise<{
    accepted: number;
    updated: number;
    rejects: readonly { index: number; reason: string }[];
  }>;
  /** Ids by canonical address, then the same ids where they are known; null for what is not. */
  find(
    kind: 'news' | 'post',
    urls: readonly string[],
    ids: readonly number[],
  ): Promise<({ id: number } | null)[]>;
  /** The address of an item. */
  urlOf(kind: 'news' | 'post', id: number): Promise<string | null>;
  owners(kind: 'media' | 'blog'): Promise<string[]>;
  /** What the copy shows: ids of items and codes of owners. */
  shown(service: CopiedService): AsyncIterable<{ kind: string; id: number | string }>;
  /** The newest entry of the log. */
  sequence(): number;
}
