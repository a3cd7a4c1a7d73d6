/** What drafts are about, and what they refer to. */
import t from 'tap';
import type { Draft, PortalItemDraft } from '../../../src/kernel/model/drafts.js';
import { Identities, identityKey } from '../../../src/store/log/keys.js';

const nameOf = (draft: Draft): string => new Identities().ownOf(draft).name;

t.test('identities of different things differ', async (t) => {
  const base = { title: '', url: 'u' };
  const drafts: Draft[] = [
    { kind: 'hide', target: 'news', key: 'a' },
    { kind: 'hide', target: 'post', key: 'a' },
    { kind: 'revoke', topic: 'a', post: null },
    { kind: 'revoke', topic: null, post: 'a' },
    { kind: 'portal-item', media: 'a', id: 'b c', itemKind: 'auto', ...base },
    { kind: 'portal-item', media: 'a', id: 'b', itemKind: 'auto', ...base },
  ];
  const names = drafts.map(nameOf);
  t.equal(new Set(names).size, names.length);
  t.equal(
    nameOf({ kind: 'erase', target: 'news', key: 'a' }),
    nameOf({ kind: 'show', target: 'news', key: 'a' }),
    'masks of one target are one item',
  );
});

t.test('a draft refers to its media, its blog, or the target of its mask', async (t) => {
  const identities = new Identities();
  const base = { title: '', url: 'https://a.example/' } as const;
  const item: PortalItemDraft = {
    kind: 'portal-item',
    media: 'a',
    id: 'b',
    itemKind: 'auto',
    ...base,
  };
  const article: Draft = { kind: 'news', media: 'a', ...base };
  const referred = (draft: Draft): Buffer | null => identities.referredOf(draft)?.key ?? null;
  t.same(referred(article), identityKey('media', 'a'));
  t.same(referred(item), identityKey('media', 'a'));
  t.same(referred({ kind: 'post', blog: 'a', ...base }), identityKey('blog', 'a'));
  t.same(referred({ kind: 'hide', target: 'post', key: 'a' }), identityKey('post', 'a'));
  t.equal(referred({ kind: 'category', key: 'a', label: 'A' }), null);
  t.equal(identities.referredOf(article), identities.referredOf(item), 'which is made once');
});
