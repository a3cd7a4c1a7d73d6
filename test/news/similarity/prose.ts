/** Invented Han text that repeats nothing. */

/** `length` letters, `at` letters into an endless text that belongs to `seed`. */
export function proseOf(seed: number, at: number, length: number): string {
  let text = '';
  for (let place = at; place < at + length; place++) {
    let mixed = Math.imul(place + 1, 0x9e37_79b1) ^ Math.imul(seed + 7, 0x85eb_ca77);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x27d4_eb2f);
    text += String.fromCharCode(0x4e00 + ((mixed >>> 8) % 20_000));
    if (place % 11 === 10) text += '，';
  }
  return text;
}
