/**
 * What the outside calls items: those that drafts are about, and those that they refer to.
 *
 * Invariant: two drafts are about the same item exactly if their own names are equal.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import type { Draft } from '../../kernel/model/drafts.js';
import { identityKey } from './keys.js';

/** An item that may or may not be in the store. */
export interface Identity {
  key: Buffer;
  /** The same as text, for maps. */
  name: string;
}

/** Identities of a request's drafts. What many of them refer to, their media, is made once. */
export class Identities {
  readonly #referred = new Map<string, Identity>();

  /** What a draft is about. */
  ownOf(draft: Draft): Identity {
    const isMask = draft.kind === 'show' || draft.kind === 'erase';
    return named(identityKey(isMask ? 'hide' : draft.kind, nameOf(draft)));
  }

  /** What must be in the store for the draft to be admitted; null when nothing must. */
  referredOf(draft: Draft): Identity | null {
    switch (draft.kind) {
      case 'news':
      case 'portal-item':
      case 'portal-check':
        return this.#refer('media', draft.media);
      case 'crawl':
        return draft.media === null
          ? this.#refer('blog', draft.blog ?? '')
          : this.#refer('media', draft.media);
      case 'post':
        return this.#refer('blog', draft.blog);
      case 'hide':
      case 'show':
      case 'erase':
        return named(identityKey(draft.target, draft.key));
      case 'revoke':
        return draft.post === null ? null : named(identityKey('post', draft.post));
      default:
        return null;
    }
  }

  #refer(kind: 'media' | 'blog', code: string): Identity {
    return getOrInsert(this.#referred, kind + code, () => named(identityKey(kind, code)));
  }
}

function named(key: Buffer): Identity {
  return { key, name: key.toString('latin1') };
}

/** What identifies the item of a draft among those of its kind. */
function nameOf(draft: Draft): string {
  switch (draft.kind) {
    case 'category':
      return draft.key;
    case 'media':
    case 'portal-check':
      return draft.media;
    case 'news':
    case 'post':
      return draft.url;
    case 'portal-item':
      return `${draft.media} ${draft.id}`;
    case 'crawl':
      return draft.media === null ? `blog ${draft.blog}` : `media ${draft.media}`;
    case 'blog':
      return draft.slug;
    case 'hide':
    case 'show':
    case 'erase':
      return `${draft.target} ${draft.key}`;
    case 'revoke':
      return draft.topic === null ? `post ${draft.post}` : `topic ${draft.topic}`;
  }
}
