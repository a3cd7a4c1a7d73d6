/** Pictures for previews of links. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { crc32 } from '@node-rs/crc32';
import fc from 'fast-check';
import t from 'tap';
import { POLE_COLOURS } from '../../../src/kernel/place.js';
import type { Reply } from '../../../src/serve/http/reply.js';
import type { SiteRequest } from '../../../src/serve/http/site.js';
import { hasMuted, mutedWords } from '../../../src/serve/web/my/followed.js';
import { PREVIEW, previewPath, previewRoute } from '../../../src/serve/web/preview.js';
import { root } from '../../tidy/root.js';

interface Picture {
  palette: string[];
  /** Colours by row. */
  rows: number[][];
}

function asked(path: string): Reply {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return previewRoute().get!({ query } as SiteRequest) as Reply;
}

/** What any reader of PNG sees. @throws for a picture that is none. */
function pictureOf({ body }: Reply): Picture {
  const bytes = Buffer.from(body);
  t.equal(bytes.subarray(1, 4).toString(), 'PNG');
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const named = bytes.subarray(at + 4, at + 8 + length);
    t.equal(bytes.readUInt32BE(at + 8 + length), crc32(named), 'what a part holds is whole');
    parts.set(named.subarray(0, 4).toString(), named.subarray(4));
    at += 12 + length;
  }
  t.same([...parts.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const head = parts.get('IHDR')!;
  t.same([head.readUInt32BE(0), head.readUInt32BE(4)], [PREVIEW.width, PREVIEW.height]);
  const points = inflateSync(parts.get('IDAT')!);
  const length = 1 + PREVIEW.width / 2;
  t.equal(points.length, length * PREVIEW.height);
  const rows = Array.from({ length: PREVIEW.height }, (_, y) => {
    const row = points.subarray(y * length + 1, (y + 1) * length);
    return [...row].flatMap((two) => [two >> 4, two & 15]);
  });
  const palette = parts.get('PLTE')!.toString('hex').match(/.{6}/g)!;
  return { palette, rows };
}

/** How many points of a picture have a colour of the style sheet. */
function pointsOf({ palette, rows }: Picture, colour: string): number {
  const place = palette.indexOf(colour);
  return rows.reduce((sum, row) => sum + row.filter((point) => point === place).length, 0);
}

t.test('a picture has the mark, and a bar as high as its share for each count', async (t) => {
  const path = previewPath({ blue: [1, 0, 3], other: [1, 0, 1] });
  t.equal(path, '/preview.png?blue=25.0.74&other=25.0.25');
  const picture = pictureOf(asked(path));
  t.ok(pointsOf(picture, '9c1c1c') > 1000, 'the mark');
  const [blue, other] = [pointsOf(picture, '1f5fa8'), pointsOf(picture, '77736a')];
  t.ok(Math.abs(blue / other - 2) < 0.1, 'twice as many articles, twice the ground');
  t.equal(pointsOf(picture, '1f7a45'), 0);
});

t.test('a page without counts has the mark alone, and many hours are added up', async (t) => {
  t.equal(previewPath(), '/preview.png');
  t.equal(previewPath({ ink: [0, 0] }), '/preview.png');
  pictureOf(asked('/preview.png'));
  t.equal(previewPath({ ink: [0, 0, 3, 0], red: [0, 0, 0, 3] }), '/preview.png?ink=99.0&red=0.99');
  const path = previewPath({ ink: Array<number>(336).fill(1) });
  t.equal(path, `/preview.png?ink=${Array(84).fill(99).join('.')}`);
});

t.test('whatever is counted, its address is asked for and drawn', async (t) => {
  const counts = fc.array(fc.nat(1_000_000), { maxLength: 400 });
  const bars = fc.record({ red: counts, orange: counts, other: counts }, { requiredKeys: [] });
  fc.assert(
    fc.property(bars, (one) => {
      const { status, body } = asked(previewPath(one));
      return status === 200 && body.length < 10_000;
    }),
    { numRuns: 50 },
  );
  t.pass();
});

t.test('heights that no page asks for are refused or stay in the picture', async (t) => {
  for (const query of ['ink=100', 'blue=-1', 'blue=1..2', 'red=x', `ink=${'1.'.repeat(97)}1`]) {
    t.throws(() => asked(`/preview.png?${query}`), /heights from 0 to 99/, query);
  }
  pictureOf(asked('/preview.png?ink=99&blue=99&green=99&red=99&purple=99&orange=99&other=99'));
});

t.test('colours are those of the style sheet in light', async (t) => {
  const light = readFileSync(join(root, 'data/web/style.css'), 'utf8').split('@media')[0]!;
  const known = (name: string): string => new RegExp(`--${name}: #(\\w{6});`).exec(light)![1]!;
  const names = ['paper', 'accent', 'rule', 'ink', ...POLE_COLOURS, 'other'];
  t.same(pictureOf(asked('/preview.png')).palette, names.map(known));
});

t.test('muted words are read without the blanks around them and found in any case', async (t) => {
  t.same(mutedWords(' Ferry ,, 颱風,\t'), ['ferry', '颱風']);
  t.ok(hasMuted(mutedWords(' ferry '), 'The FERRY was late'));
  t.notOk(hasMuted(mutedWords('ferry'), 'The train was late'));
  t.notOk(hasMuted([], 'anything'));
});
