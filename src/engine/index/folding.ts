/**
 * How an index folds records: by a table with an entry for each kind, as it answers questions.
 */
import type { Entry, LogRecord, MaskRecord, RecordKind } from '../../kernel/model/records.js';

type RecordOf<K extends RecordKind> = K extends MaskRecord['kind']
  ? MaskRecord
  : Extract<LogRecord, { kind: K }>;

/** By the kind of a record. Kinds without an entry pass the index by. */
export type Folding = {
  readonly [K in RecordKind]?: (record: RecordOf<K>, entry: Entry) => void;
};

/** The entries of all that masks. */
export function masksBy(
  mask: (record: MaskRecord, entry: Entry) => void,
): Required<Pick<Folding, MaskRecord['kind']>> {
  return { hide: mask, show: mask, erase: mask };
}

/** The kinds that a table has. */
export function kindsOf(table: Folding): ReadonlySet<RecordKind> {
  return new Set(Object.keys(table) as RecordKind[]);
}

/** Folds an entry, unless its kind passes the index by. */
export function foldBy(table: Folding, entry: Entry): void {
  const fold = table[entry.record.kind] as ((record: LogRecord, entry: Entry) => void) | undefined;
  fold?.(entry.record, entry);
}
