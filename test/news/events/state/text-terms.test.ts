import t from 'tap';
import {
  countOf,
  hashesOf,
  hashOf,
  isOfTitle,
  leadTermsOf,
  textTermsOf,
} from '../../../../src/news/events/state/text-terms.js';

t.test('two neighbouring letters without blanks are a term, other letters a word', async (t) => {
  t.equal(hashesOf('地震來了').length, 3);
  t.equal(hashesOf('AT-3 教練機').length, 3, 'one letter alone says nothing');
  t.strictSame(hashesOf(''), []);
  t.strictSame(hashesOf('字'), []);
  t.strictSame(hashesOf('ＱＵＡＫＥ'), hashesOf('quake'), 'in the form that is searched');
});

t.test('a plural is the same word', async (t) => {
  t.strictSame(hashesOf('quakes'), hashesOf('quake'));
  t.notSame(hashesOf('class'), hashesOf('clas'), 'but no word that ends with two');
  t.notSame(hashesOf('gas'), hashesOf('ga'), 'and no short one');
});

t.test('what a title, a tag and a lead say is told apart', async (t) => {
  const { terms, isWide } = textTermsOf('quake', leadTermsOf('rescue quake'), ['coast']);
  t.equal(terms.length, 3);
  const [quake, coast, rescue] = [...terms];
  t.strictSame([isOfTitle(quake!), countOf(quake!)], [true, 4]);
  t.strictSame([isOfTitle(coast!), countOf(coast!)], [false, 2]);
  t.strictSame([isOfTitle(rescue!), countOf(rescue!)], [false, 1]);
  t.not(hashOf(coast!), hashesOf('coast')[0], 'a tag is no word');
  t.notOk(isWide);
  t.ok(textTermsOf('地震來了', leadTermsOf(''), []).isWide);
});

t.test('a long lead does not push the title out', async (t) => {
  const lead = Array.from({ length: 400 }, (_, at) => `w${at}`).join(' ');
  const { terms } = textTermsOf('quake shakes coast', leadTermsOf(lead), ['rescue']);
  t.equal(terms.length, 128);
  t.equal([...terms].filter(isOfTitle).length, 3);
});
