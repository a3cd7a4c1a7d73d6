/**
 * Where texts and items of articles lie that are on their way into a run.
 *
 *   units   search forms of one article, each ended by TEXT_END │ of the next │ …
 *   bytes   JSON of one article and a comma                     │ of the next │ …
 *
 * Two buffers that are used again, and places in them, instead of two objects for each article: what
 * lives from one delta to the next is what a collection has to copy.
 *
 * Invariant: a place is good until `clear`. Only the writer's thread comes here.
 */
import { roomFor } from '../../kernel/columns.js';
import { searchForm, writePlainForm } from '../../model/tag.js';
import { TEXT_END } from './codec.js';

const UNITS_MIN = 64 * 1024;
const BYTES_MIN = 512 * 1024;
/** More than this is given back as soon as it is empty: what a renamed media took, or a busy hour. */
const BYTES_KEPT_MAX = 8 * 1024 * 1024;
/** Bytes of UTF-8 for one UTF-16 unit, at most. */
const UNIT_BYTES_MAX = 3;
const COMMA = 0x2c;
const END = TEXT_END.charCodeAt(0);

/** A part of `units` or `bytes`. */
export interface Place {
  from: number;
  to: number;
}

export class RowRoom {
  #units = new Uint16Array(UNITS_MIN);
  #unitsEnd = 0;
  #bytes = Buffer.allocUnsafeSlow(BYTES_MIN);
  #bytesEnd = 0;

  /** Puts the search forms of fields in, one after the other. */
  putFields(...fields: readonly string[]): Place {
    const from = this.#unitsEnd;
    for (const field of fields) this.#putField(field);
    return { from, to: this.#unitsEnd };
  }

  /** Puts units in that come out of a run. */
  putUnits(units: Uint16Array): Place {
    const from = this.#unitsEnd;
    this.#reserveUnits(units.length);
    this.#units.set(units, from);
    this.#unitsEnd += units.length;
    return { from, to: this.#unitsEnd };
  }

  /** Puts a value in as JSON, and the comma after it. */
  putItem(value: object): Place {
    const text = JSON.stringify(value);
    const from = this.#bytesEnd;
    this.#reserveBytes(UNIT_BYTES_MAX * text.length + 1);
    this.#bytesEnd += this.#bytes.write(text, from, 'utf8');
    this.#bytes[this.#bytesEnd++] = COMMA;
    return { from, to: this.#bytesEnd };
  }

  /** Puts an item in that comes out of a run. */
  putBytes(bytes: Uint8Array): Place {
    const from = this.#bytesEnd;
    this.#reserveBytes(bytes.length);
    this.#bytes.set(bytes, from);
    this.#bytesEnd += bytes.length;
    return { from, to: this.#bytesEnd };
  }

  /** The value that an item is the JSON of. */
  valueAt({ from, to }: Place): unknown {
    return JSON.parse(this.#bytes.toString('utf8', from, to - 1));
  }

  copyText({ from, to }: Place, target: Uint16Array, at: number): void {
    // Shorter than what a call of `set` costs.
    for (let unit = from; unit < to; unit++) target[at++] = this.#units[unit]!;
  }

  copyItem({ from, to }: Place, target: Uint8Array, at: number): void {
    target.set(this.#bytes.subarray(from, to), at);
  }

  /** Forgets everything. */
  clear(): void {
    this.#unitsEnd = 0;
    this.#bytesEnd = 0;
    if (this.#units.byteLength + this.#bytes.byteLength <= BYTES_KEPT_MAX) return;
    this.#units = new Uint16Array(UNITS_MIN);
    this.#bytes = Buffer.allocUnsafeSlow(BYTES_MIN);
  }

  #putField(field: string): void {
    this.#reserveUnits(field.length + 1);
    let end = writePlainForm(field, this.#units, this.#unitsEnd);
    if (end < 0) {
      const form = searchForm(field);
      this.#reserveUnits(form.length + 1);
      end = this.#unitsEnd;
      for (let at = 0; at < form.length; at++) this.#units[end++] = form.charCodeAt(at);
    }
    this.#units[end] = END;
    this.#unitsEnd = end + 1;
  }

  #reserveUnits(more: number): void {
    this.#units = roomFor(this.#units, this.#unitsEnd + more);
  }

  #reserveBytes(more: number): void {
    const wanted = this.#bytesEnd + more;
    if (wanted <= this.#bytes.length) return;
    const longer = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.#bytes.length));
    this.#bytes.copy(longer, 0, 0, this.#bytesEnd);
    this.#bytes = longer;
  }
}
