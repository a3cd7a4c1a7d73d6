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

/** Names of walls of many languages, and what stands below. */
const FOREIGN_WALLS: readonly (readonly [string, string])[] = [
  ['paper.example', 'Please enable JS and disable any ad blocker'],
  ['The Ferry', 'We see that you use an ad blocker. Please disable your ad blocker to read on.'],
  ['Die Fähre', 'Bitte aktivieren Sie JavaScript, um diese Seite zu nutzen.'],
  ['El Transbordador', 'Debes habilitar JavaScript y las cookies para continuar.'],
  ['Паром', 'Для продолжения включите JavaScript в настройках браузера.'],
  ['Un instant…', 'Vérification que vous êtes humain.'],
  ['Вы не робот?', 'Подтвердите, что запросы отправляли вы.'],
  ['しばらくお待ちください...', 'あなたが人間であることを確認します。'],
  ['Accetta i cookie per continuare', 'Per leggere accetta i cookie di profilazione o abbonati.'],
  ['Dbamy o Twoją prywatność', 'My i nasi partnerzy przechowujemy informacje na urządzeniu.'],
  ['Vi värnar om din integritet', 'Vi och våra partner lagrar information på en enhet.'],
  ['Vi verdsetter ditt personvern', 'Vi og våre partnere lagrer informasjon på en enhet.'],
  ['Arvostamme yksityisyyttäsi', 'Me ja kumppanimme tallennamme tietoja laitteelle.'],
  ['Vážíme si vašeho soukromí', 'My a naši partneři ukládáme informace v zařízení.'],
  ['Gizliliğinize değer veriyoruz', 'Biz ve ortaklarımız cihazda bilgi saklıyoruz.'],
  ['Σεβόμαστε την ιδιωτικότητά σας', 'Εμείς και οι συνεργάτες μας χρησιμοποιούμε τη συσκευή σας.'],
  ['Ми цінуємо вашу конфіденційність', 'Ми та наші партнери зберігаємо дані на пристрої.'],
  ['A sua privacidade é importante para nós', 'Nós e os parceiros usamos o seu dispositivo.'],
  ['개인정보 보호를 소중히 여깁니다', '당사와 파트너는 기기에 정보를 저장합니다.'],
  ['プライバシーの尊重', '当社とパートナーはデバイスに情報を保存します。'],
];

t.test('walls of other languages are blocked', async (t) => {
  for (const [title, text] of FOREIGN_WALLS) {
    const html = `<title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;
    t.equal(pageOf(html).bodyState, 'blocked', title);
  }
});

t.test('a short note on scripts, privacy or robots is no wall', async (t) => {
  const notes: readonly (readonly [string, string])[] = [
    ['A ferry without scripts', 'The timetable of the ferry works without scripts since Monday.'],
    ['Fewer JavaScript files', 'The site of the ferry now loads two JavaScript files, not forty.'],
    ['Court rules on privacy', 'The court said that the ferry may not film its passengers.'],
    ['Cookies sell well', 'The bakery at the pier sold four hundred cookies on Sunday.'],
    ['Datenschutz am Hafen', 'Der Hafen darf die Fahrgäste nicht mehr filmen, sagt das Gericht.'],
    ['Are robots at sea?', 'Two robots clean the hull of the ferry each night, said its captain.'],
  ];
  for (const [title, text] of notes) {
    const html = `<title>${title}</title><main><h1>${title}</h1><p>${text}</p></main>`;
    t.not(pageOf(html).bodyState, 'blocked', title);
  }
});
