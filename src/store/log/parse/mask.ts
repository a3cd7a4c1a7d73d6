/**
 * Lines that take something back: `hide`, `show`, `erase` and `revoke`.
 */
import { INGEST } from '../../../kernel/limits.js';
import type { MaskDraft, RevokeDraft } from '../../../kernel/model/drafts.js';
import { HIDE_TARGETS } from '../../../kernel/model/records.js';
import { FieldFault, type Raw } from './fault.js';
import { need, readIdentity, readKey, readPage, readWord } from './fields.js';

/** @throws FieldFault when the line breaks a rule. */
export function readMask(kind: MaskDraft['kind'], raw: Raw): MaskDraft {
  const target = need('target', readWord(raw, 'target', HIDE_TARGETS));
  const isPage = target === 'news' || target === 'post';
  const key = need('key', isPage ? readPage(raw, 'key') : readKey(raw, 'key'));
  return { kind, target, key };
}

/** @throws FieldFault when the line breaks a rule. */
export function readRevoke(raw: Raw): RevokeDraft {
  const topic = readIdentity(raw, 'topic', INGEST.nameMax) ?? null;
  const post = readPage(raw, 'post') ?? null;
  if ((topic === null) === (post === null)) {
    throw new FieldFault('topic', 'expected exactly one of topic and post');
  }
  return { kind: 'revoke', topic, post };
}
