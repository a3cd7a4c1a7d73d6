/**
 * The registered media and blogs of a store, read page by page; and media that others cite, from
 * `data/known-media.json`, with those of them that a store does not know yet.
 */
import { TagwireError } from '../kernel/errors.js';
import type { BlogRecord, MediaRecord } from '../kernel/model/records.js';
import { tagKeysOf } from '../kernel/text/tag.js';
import type { RegisteredKind, RegistryPage } from '../store/log/registry.js';

interface KnownMedia {
  media: string;
  title: string;
  country: string;
  countryCode: string;
  aliases?: readonly string[];
}

/** The names of a registered medium. */
interface CountedMedia {
  media: string;
  title: string;
  aliases: readonly string[];
}

/** @throws TagwireError CONFIG_INVALID for a file of another shape; the message says where. */
export function knownMediaOf(file: unknown): KnownMedia[] {
  const list = (file as { media?: unknown } | null)?.media;
  const fail = (reason: string): never => {
    throw new TagwireError('CONFIG_INVALID', `data/known-media.json: ${reason}`);
  };
  if (!Array.isArray(list)) return fail('media must be a list');
  return list.map((entry: Partial<Record<string, unknown>> | null, at) => {
    const { media, title, country, countryCode, aliases = [] } = entry ?? {};
    const areTexts = [media, title, country, countryCode].every((one) => typeof one === 'string');
    if (!areTexts) fail(`media[${at}] must have media, title, country and countryCode`);
    const areNames = Array.isArray(aliases) && aliases.every((name) => typeof name === 'string');
    if (!areNames) fail(`media[${at}].aliases must be a list of names`);
    return entry as unknown as KnownMedia;
  });
}

/** The known media of which neither the code nor any name is registered. */
export function missingOf(
  known: readonly KnownMedia[],
  registered: readonly CountedMedia[],
): KnownMedia[] {
  const codes = new Set(registered.map(({ media }) => media));
  const names = tagKeysOf(registered.flatMap(({ title, aliases }) => [title, ...aliases]));
  return known.filter(({ media, title, aliases = [] }) => {
    if (codes.has(media)) return false;
    for (const key of tagKeysOf([title, ...aliases])) if (names.has(key)) return false;
    return true;
  });
}

/** The record that registers a medium which is only cited. */
export function externalRecordOf(known: KnownMedia): object {
  return { kind: 'media', ...known, external: true };
}

/** An object that gives pages of the registry: a pipeline, a store, or the server that holds the store. */
interface Registry {
  registry(kind: RegisteredKind, after: string): Promise<RegistryPage>;
}

/** Something registered: its record, and whether it is masked. */
interface Registered<K extends RegisteredKind> {
  record: Extract<MediaRecord | BlogRecord, { kind: K }>;
  hidden: boolean;
}

/** All registered media or blogs, by identity, until there are `countMax`. */
export async function allRegistered<K extends RegisteredKind>(
  source: Registry,
  kind: K,
  countMax = Number.POSITIVE_INFINITY,
): Promise<Registered<K>[]> {
  const items: Registered<K>[] = [];
  for (let after: string | null = ''; after !== null && items.length < countMax; ) {
    const page: RegistryPage = await source.registry(kind, after);
    items.push(...(page.items as Registered<K>[]));
    after = page.next;
  }
  return items;
}
