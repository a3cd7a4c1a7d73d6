import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import t from 'tap';
import { escapeQuoted, escapeText } from '../../src/kernel/markup.js';

/** What a parser reads of an element's text and of its attribute. */
function read(markup: string): { text: string; title: string } {
  const found = { text: '', title: '' };
  const parser = new Parser({
    onopentag: (_, { title }) => {
      found.title = title ?? '';
    },
    ontext: (text) => {
      found.text += text;
    },
  });
  parser.end(markup);
  return found;
}

const text = fc.string({
  unit: fc.constantFrom('&', '<', '>', '"', "'", 'a', ';', '#', '/', '!', '台', '&amp;', '</p>'),
});

t.test('a text comes out of markup as it was', async () => {
  fc.assert(
    fc.property(
      text,
      (text) => read(`<p title="${escapeQuoted(text)}">${escapeText(text)}</p>`).text === text,
    ),
  );
  fc.assert(
    fc.property(text, (text) => read(`<p title="${escapeQuoted(text)}">x</p>`).title === text),
  );
});

t.test('what opens markup is named, and nothing else changes', async (t) => {
  t.equal(escapeText('<b> & "c"'), '&lt;b&gt; &amp; "c"');
  t.equal(escapeQuoted('<b> & "c" \'d\''), "&lt;b&gt; &amp; &quot;c&quot; 'd'");
});
