/**
 * A growing list of 32-bit numbers without order: 4 bytes each.
 */
const LENGTH_MIN = 16;

export class IntList {
  #values = new Uint32Array(LENGTH_MIN);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get byteLength(): number {
    return this.#values.byteLength;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const values = new Uint32Array(2 * this.#length);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.#length++] = value;
  }

  /** Takes a value out that is in the list; the last one takes its place. */
  remove(value: number): void {
    const index = this.#values.lastIndexOf(value, this.#length - 1);
    this.#length -= 1;
    this.#values[index] = this.#values[this.#length]!;
  }

  /** The values in ascending order. */
  sorted(): Uint32Array {
    return this.#values.slice(0, this.#length).sort();
  }
}
