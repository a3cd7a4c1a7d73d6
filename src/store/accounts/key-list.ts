/** API keys in force, folded from the journal's records: found by digest, and told apart by hint. */
import { IdList } from './id-list.js';
import type { ApiKey, KeyEvent } from './roster-events.js';

export class KeyList extends IdList<ApiKey> {
  /** Keys by hint; those without one are under `''`. */
  readonly #byHint = new Map<string, number>();
  /** When each key was used first. */
  readonly #usedMs = new Map<number, number>();

  apply(event: KeyEvent): void {
    switch (event.type) {
      case 'key': {
        const { id, user, digest, hint, label, atMs } = event;
        const key = { id, user, digest, ...(hint !== undefined && { hint }), label, atMs };
        this.add(key);
        this.#countHint(key, 1);
        break;
      }
      case 'key-used':
        if (this.get(event.id) !== null) this.#usedMs.set(event.id, event.atMs);
        break;
      case 'key-revoked':
        this.remove(event.id);
        break;
    }
  }

  of(user: number): ApiKey[] {
    return this.ofUser(user);
  }

  wasUsed(id: number): boolean {
    return this.#usedMs.has(id);
  }

  usedMsOf(id: number): number | null {
    return this.#usedMs.get(id) ?? null;
  }

  /** False when no key in force has that hint: then a text with it is none. */
  hasHint(hint: string): boolean {
    return this.#byHint.has(hint) || this.#byHint.has('');
  }

  override remove(id: number): void {
    const key = this.get(id);
    if (key === null) return;
    super.remove(id);
    this.#usedMs.delete(id);
    this.#countHint(key, -1);
  }

  /** The fewest records that give this list. */
  compacted(): KeyEvent[] {
    return [
      ...this.all().map((key) => ({ type: 'key' as const, ...key })),
      ...[...this.#usedMs].map(([id, atMs]) => ({ type: 'key-used' as const, id, atMs })),
    ];
  }

  #countHint({ hint = '' }: ApiKey, change: 1 | -1): void {
    const count = (this.#byHint.get(hint) ?? 0) + change;
    if (count === 0) this.#byHint.delete(hint);
    else this.#byHint.set(hint, count);
  }
}
