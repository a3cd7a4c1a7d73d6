import t from 'tap';
import { type Place, RowRoom } from '../../../src/news/catalog/row-room.js';

function textAt(room: RowRoom, place: Place): string {
  const units = new Uint16Array(1 + place.to - place.from);
  room.copyText(place, units, 1);
  return String.fromCharCode(...units.subarray(1));
}

function itemAt(room: RowRoom, place: Place): string {
  const bytes = new Uint8Array(1 + place.to - place.from);
  room.copyItem(place, bytes, 1);
  return Buffer.from(bytes.subarray(1)).toString();
}

t.test('what is put in comes out at its place, however much there is', async (t) => {
  const room = new RowRoom();
  for (let round = 0; round < 2; round++) {
    const count = 3000;
    const long = '長'.repeat(100);
    const places = Array.from({ length: count }, (_, at) => ({
      text: room.putFields(`第 ${at} 則，ＡＢ`, `${long}e\u0301`),
      item: room.putItem({ at, long }),
    }));
    const wrong = places.filter(
      ({ text, item }, at) =>
        textAt(room, text) !== `第 ${at} 則,ab\0${long}é\0` ||
        itemAt(room, item) !== `${JSON.stringify({ at, long })},`,
    );
    t.same(wrong, []);
    t.same(room.valueAt(places[7]!.item), { at: 7, long });
    room.clear();
  }
});

t.test('rows that come out of a run are taken as they are', async (t) => {
  const room = new RowRoom();
  const before = room.putFields('前');
  const text = room.putUnits(Uint16Array.of(0x41, 0, 0xd800));
  const item = room.putBytes(Buffer.from('{"a":1},'));
  t.equal(textAt(room, before), '前\0');
  t.equal(textAt(room, text), 'A\0\ud800');
  t.same(room.valueAt(item), { a: 1 });
});
