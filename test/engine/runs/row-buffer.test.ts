import t from 'tap';
import { type ColumnPart, RowBuffer } from '../../../src/engine/runs/run-builder.js';

function textAt(buffer: RowBuffer, place: ColumnPart): string {
  const units = new Uint16Array(1 + place.to - place.from);
  buffer.copyText(place, units, 1);
  return String.fromCharCode(...units.subarray(1));
}

function itemAt(buffer: RowBuffer, place: ColumnPart): string {
  const bytes = new Uint8Array(1 + place.to - place.from);
  buffer.copyItem(place, bytes, 1);
  return Buffer.from(bytes.subarray(1)).toString();
}

t.test('what is put in comes out at its place, however much there is', async (t) => {
  const buffer = new RowBuffer();
  for (let round = 0; round < 2; round++) {
    const count = 3000;
    const long = '長'.repeat(100);
    const places = Array.from({ length: count }, (_, at) => ({
      text: buffer.putFields(`第 ${at} 則，ＡＢ`, `${long}e\u0301`),
      item: buffer.putItem({ at, long }),
    }));
    const wrong = places.filter(
      ({ text, item }, at) =>
        textAt(buffer, text) !== `第 ${at} 則,ab\0${long}é\0` ||
        itemAt(buffer, item) !== `${JSON.stringify({ at, long })},`,
    );
    t.same(wrong, []);
    t.same(buffer.valueAt(places[7]!.item), { at: 7, long });
    buffer.clear();
  }
});

t.test('rows that come out of a run are taken as they are', async (t) => {
  const buffer = new RowBuffer();
  const before = buffer.putFields('前');
  const text = buffer.putUnits(Uint16Array.of(0x41, 0, 0xd800));
  const item = buffer.putBytes(Buffer.from('{"a":1},'));
  t.equal(textAt(buffer, before), '前\0');
  t.equal(textAt(buffer, text), 'A\0\ud800');
  t.same(buffer.valueAt(item), { a: 1 });
});
