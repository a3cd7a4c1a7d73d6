/** What is longer than a short article and none of it. */
import t from 'tap';
import { pageOf } from './reading.js';

const ARTICLE =
  '<p>The ferry across the bay will not run on Monday, the harbour office said. Tickets stay valid and buses replace it.</p>';
const TEXT = ARTICLE.replace(/<[^>]*>/g, '');

/** Paragraphs that begin alike. */
function paragraphs(text: string, count = 6): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `<p>${text} Part ${at + 1} of our notice tells which partners there are and what each of them stores.</p>`,
  ).join('');
}

const notice = paragraphs('We and our partners store cookies on your device.');
const silent = paragraphs('We value that you are here and ask for a moment of your time.');
const german = paragraphs('Wir verwenden Cookies, um Inhalte zu verbessern.');
const russian = paragraphs('Мы используем файлы куки, чтобы сайт работал лучше и быстрее для вас.');

const PAGES: Record<string, string> = {
  'a banner before main': `<div class="cookie-bar">${notice}</div><main><h1>Ferry</h1>${ARTICLE}</main>`,
  'a banner behind main': `<main><h1>Ferry</h1>${ARTICLE}</main><div id="gdpr-consent">${silent}</div>`,
  'a banner without a name': `<div>${notice}</div><div><h1>Ferry</h1>${ARTICLE}</div>`,
  'in another language': `<div>${german}</div><div><div><h1>Ferry</h1></div>${ARTICLE}</div>`,
  'in another script': `<article><h1>Ferry</h1>${ARTICLE}</article><section>${russian}</section>`,
  'a tool of its own': `<div id="onetrust-banner-sdk">${silent}</div><article><h1>Ferry</h1>${ARTICLE}</article>`,
  'a dialog by its role': `<div role="dialog">${silent}</div><div class="page"><h1>Ferry</h1>${ARTICLE}</div>`,
  'an appeal without a name': `<div>${silent}</div><main><header><h1>Ferry</h1></header>${ARTICLE}</main>`,
  'a newsletter behind': `<div><h1>Ferry</h1>${ARTICLE}</div><div class="newsletter-box">${silent}</div>`,
  'around all, a wrapper': `<div id="page"><div><div>${silent}</div></div><div><h1>Ferry</h1>${ARTICLE}</div></div>`,
};

t.test('a notice that is longer than the article is none of it', async (t) => {
  for (const [name, body] of Object.entries(PAGES)) {
    const page = pageOf(`<html><head><title>Ferry</title></head><body>${body}</body></html>`);
    t.equal(page.body, TEXT, name);
  }
});

t.test('an article about cookies, and one that is named like a notice, is whole', async (t) => {
  const said = 'The regulator has fined a shop for its cookies.';
  const text = paragraphs(said).replaceAll('of our notice', 'of the ruling');
  const pages = {
    'about cookies': `<main><h1>Cookies</h1>${text}</main>`,
    'the headline apart': `<header><h1>A fine</h1></header><div class="text">${text}</div>`,
    'named like a notice': `<div class="modal-page"><h1>A fine</h1>${text}</div>`,
    'a lead before the text': `<div><h1>A fine</h1>${ARTICLE}</div><div class="story">${text}</div>`,
  };
  for (const [name, body] of Object.entries(pages)) {
    const title = name === 'about cookies' ? 'Cookies' : 'A fine';
    const page = pageOf(`<head><title>${title}</title></head><body>${body}</body>`);
    t.match(page.body, /^The (?:regulator|ferry).*Part 6/s, name);
  }
});

t.test('a page that wants consent first is blocked, an article on consent is none', (t) => {
  const text = 'We and our partners store cookies on your device. You may change your mind later. ';
  const wall = (title: string): string =>
    `<title>${title}</title><main><h1>${title}</h1><p>${text.repeat(3)}</p><button>Yes</button></main>`;
  const titles = [
    'Before you continue',
    'We value your privacy',
    'Avant de continuer vers le site',
  ];
  titles.push(
    'Privacy-instellingen',
    'Szanujemy Twoją prywatność',
    'Cookie settings',
    '続行する前に',
  );
  for (const title of titles) t.equal(pageOf(wall(title)).bodyState, 'blocked', title);
  t.not(pageOf(wall('Your privacy is worth less than a loaf')).bodyState, 'blocked');
  t.end();
});
