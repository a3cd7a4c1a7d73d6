import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  EXCLUSION_REASONS,
  isPunctuation,
  Noise,
  noiseRulesOf,
} from '../../../../../src/blogs/topics/state/vocabulary/noise.js';
import { foldLetters } from '../../../../../src/kernel/text/tag.js';
import { root } from '../../../../tidy/root.js';
import { NO_NOISE } from '../../world.js';

const noise = new Noise({
  ...NO_NOISE,
  tagNoise: ['照片', 'Photo'],
  noEqual: ['生活', '照片'],
  upstreamNoise: ['記者'],
  upstreamNoEqual: ['Ｗｏｒｌｄ'],
});

const reasonOf = (tag: string): string | null => noise.reasonOf(foldLetters(tag));

t.test('every reason of the contract is told, the first that fits', async (t) => {
  const expected: { [tag: string]: string | null } = {
    ' ': 'empty-label',
    'https://a.example/x': 'invalid-label',
    'www.a.example': 'invalid-label',
    '<b>粗體</b>': 'invalid-label',
    '&nbsp;之後': 'invalid-label',
    'someone@mail.example': 'invalid-label',
    '\ufffd\ufffd': 'invalid-label',
    字: 'too-short',
    a: 'too-short',
    '😀': 'too-short',
    '7': 'too-short',
    '2026': 'pure-number',
    '１２３': 'pure-number',
    '2026-05-01': 'pure-date',
    '2026/5': 'pure-date',
    '5/1': 'pure-date',
    '5月1日': 'pure-date',
    二〇二六年: 'pure-date',
    民國115年: 'pure-date',
    五月: 'pure-date',
    'May 1, 2026': 'pure-date',
    '1 May': 'pure-date',
    '12:30': 'pure-date',
    '！？': 'punctuation-only',
    '——': 'punctuation-only',
    '😀😀': 'punctuation-only',
    照片: 'tag-noise',
    PHOTO: 'tag-noise',
    生活: 'no-equal',
    記者: 'upstream-noise',
    world: 'upstream-no-equal',
  };
  for (const [tag, reason] of Object.entries(expected)) t.equal(reasonOf(tag), reason, tag);
  t.equal(noise.reasonOf(''), 'empty-label');
  t.equal(noise.reasonOf('長'.repeat(41)), 'invalid-label');
});

t.test('words, names and mixtures are topics', async (t) => {
  const tags = ['核四', 'AI', 'iPhone 15', '5G', '228事件', '3+11', 'C++', '九二一大地震', '<3'];
  for (const tag of tags) t.equal(reasonOf(tag), null, tag);
  t.equal(reasonOf('長'.repeat(40)), null);
});

t.test('a topic without letters or digits has no page', async (t) => {
  t.equal(isPunctuation('！？'), true);
  t.equal(isPunctuation('c++'), false);
});

t.test('the rule file that is shipped is sound, and unsound ones are refused', async (t) => {
  const text = readFileSync(join(root, 'data', 'topic-noise.json'), 'utf8');
  t.doesNotThrow(() => new Noise(noiseRulesOf(JSON.parse(text))));
  for (const rules of [null, {}, { ...NO_NOISE, noEqual: 'x' }, { ...NO_NOISE, tagNoise: [1] }]) {
    t.throws(() => noiseRulesOf(rules));
  }
});

t.test('the reasons are those of the contract', async (t) => {
  const reasons = [
    ...['too-short', 'pure-number', 'pure-date', 'tag-noise', 'no-equal', 'upstream-noise'],
    ...['upstream-no-equal', 'invalid-label', 'empty-label', 'punctuation-only'],
    'not-in-tag-vocabulary',
  ];
  t.same(new Set(EXCLUSION_REASONS), new Set(reasons));
});
