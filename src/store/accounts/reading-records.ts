/** What the journal says of what people have read: marks of items, titles and labels of subscriptions. */

/** Whose ids: articles of the news, posts of blogs. */
export type ItemKind = 'news' | 'blog';
export const ITEM_KINDS: readonly ItemKind[] = ['news', 'blog'];

/** `read`, `starred`, or `label/` and a name. */
export type Mark = string;

/** Ids by kind, as `deltasOf` writes them. */
export type ItemIds = { [kind in ItemKind]?: number[] };

export type ReadingEvent =
  | { type: 'mark'; user: number; mark: Mark; isOn: boolean; items: ItemIds; atMs: number }
  /** Of a rewritten journal: all up to these ids is marked. */
  | { type: 'mark-floor'; user: number; mark: Mark; floors: { [kind in ItemKind]?: number } }
  /** How somebody names a subscription, and where they put it. */
  | ({ type: 'subscription'; user: number; stream: string; atMs: number } & Shelving)
  /** A label has another name from now on, or none. */
  | { type: 'label'; user: number; from: string; to: string | null; atMs: number };

export interface Shelving {
  /** Null for the name that it has of itself. */
  title: string | null;
  labels: string[];
}

/** A password with which one program signs in as a person. */
export interface AppPassword {
  id: number;
  user: number;
  digest: string;
  /** What the user calls the program. */
  label: string;
  atMs: number;
}

export type AppPasswordEvent =
  | ({ type: 'app-password' } & AppPassword)
  | { type: 'app-password-removed'; id: number; atMs: number };
