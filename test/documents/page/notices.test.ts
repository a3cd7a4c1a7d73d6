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
  'a banner for an app': `<div class="app-banner">${silent}</div><main><h1>Ferry</h1>${ARTICLE}</main>`,
  'a dialog on terms': `<dialog open>${silent}</dialog><article><h1>Ferry</h1>${ARTICLE}</article>`,
  'comments behind': `<article><h1>Ferry</h1>${ARTICLE}</article><section id="disqus_thread">${silent}</section>`,
  'a list of comments': `<div><h1>Ferry</h1>${ARTICLE}</div><div class="comments-area">${silent}</div>`,
  'related stories within': `<article><h1>Ferry</h1>${ARTICLE}<div class="related-stories"><h3>More</h3>${silent}</div></article>`,
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

t.test('what stands below a short article is none of it, however long', async (t) => {
  const about = 'The Quay Gazette is printed by the Quay Press.';
  const text = paragraphs(about).replaceAll('of our notice', 'of our imprint');
  const rights = paragraphs(`${about} All rights reserved.`);
  const german = paragraphs('Alle Rechte vorbehalten, auch die der Wiedergabe im Auszug.');
  const head = `<h1>Ferry</h1>${ARTICLE}`;
  const pages = {
    'a footer': `<main>${head}</main><footer>${text}</footer>`,
    'a footer and no main': `<div>${head}</div><footer>${text}</footer>`,
    'named so': `<div>${head}</div><div class="site-footer">${text}</div>`,
    'by its role': `<div>${head}</div><div role="contentinfo">${text}</div>`,
    'a colophon, the headline apart': `<div><h1>Ferry</h1></div><div>${ARTICLE}</div><div id="colophon">${text}</div>`,
    'notes on the site': `<article>${head}</article><div class="site-info">${text}</div>`,
    'inside the article': `<article>${head}<footer>${text}</footer></article>`,
    'inside main': `<main>${head}<div class="disclaimer">${text}</div></main>`,
    'in no element of its own': `<div>${head}</div><div>${rights}</div>`,
    'in a table': `<table><tr><td>${head}</td></tr><tr><td>${rights}</td></tr></table>`,
    'in one wrapper': `<div id="page"><div>${head}</div><section>${german}</section></div>`,
    'below a heading of lower rank': `<div><h2>Ferry</h2>${ARTICLE}</div><div>${rights}</div>`,
  };
  for (const [name, body] of Object.entries(pages)) {
    const page = pageOf(`<html><head><title>Ferry</title></head><body>${body}</body></html>`);
    t.equal(page.body, TEXT, name);
  }
});

t.test('an article is no notice because of what its layout is called', async (t) => {
  const text = paragraphs('The harbour office has counted the ferries.').replaceAll(
    'of our notice',
    'of the count',
  );
  const lead = '<p>The count took four weeks and was done by hand, the office said on Monday.</p>';
  const linked = text.replaceAll('ferries', '<a href="/f">ferries of the whole bay</a>');
  const pages = {
    'a column beside a sidebar': `<article><h1>Ferry</h1><div class="l-sidebar-fixed">${text}</div></article>`,
    'many links in it': `<article><h1>Ferry</h1><div class="with-sidebar">${linked}</div></article>`,
    'the headline outside': `<div><h1>Ferry</h1><article><div class="wrap-sidebar">${linked}</div></article></div>`,
    'a handle for an overlay': `<article><header><h1>Ferry</h1></header><div class="overlay-handle">${text}</div></article>`,
    'a lead before it': `<article><h1>Ferry</h1>${lead}<div class="sidebar-fixed article-body-segment">${linked}</div></article>`,
    'a reader in a modal': `<main><h1>Ferry</h1><div class="modal">${text}</div></main><div>${lead}</div>`,
  };
  for (const [name, body] of Object.entries(pages)) {
    const page = pageOf(`<html><head><title>Ferry</title></head><body>${body}</body></html>`);
    t.match(page.body, /harbour office has counted.*Part 6/s, name);
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

/** Headline, text and button of walls that ask for consent, in the languages of the web. */
const WALLS: readonly (readonly [title: string, text: string, button?: string])[] = [
  ['Dbamy o Twoją prywatność', 'My i nasi partnerzy przechowujemy informacje na urządzeniu.'],
  ['Vi värnar om din integritet', 'Vi och våra partner lagrar information på en enhet.'],
  ['Vi verdsetter ditt personvern', 'Vi og våre partnere lagrer informasjon på en enhet.'],
  ['Arvostamme yksityisyyttäsi', 'Me ja kumppanimme tallennamme tietoja laitteelle.'],
  ['Gizliliğinize değer veriyoruz', 'Biz ve ortaklarımız cihazda bilgi saklıyoruz.'],
  ['Σεβόμαστε την ιδιωτικότητά σας', 'Εμείς και οι συνεργάτες μας χρησιμοποιούμε τη συσκευή σας.'],
  ['Ми цінуємо вашу конфіденційність', 'Ми та наші партнери зберігаємо дані на пристрої.'],
  ['A sua privacidade é importante para nós', 'Nós e os parceiros usamos o seu dispositivo.'],
  ['개인정보 보호를 소중히 여깁니다', '당사와 파트너는 기기에 정보를 저장합니다.'],
  ['プライバシーの尊重', '当社とパートナーはデバイスに情報を保存します。'],
  [
    'Deine Privatsphäre',
    'Mit der Einwilligung erlaubst du uns und unseren 214 Partnern, Cookies und ähnliche Techniken zu verwenden und Daten zu verarbeiten. Du kannst deine Einwilligung jederzeit widerrufen.',
    'Alle akzeptieren',
  ],
  [
    'Votre vie privée nous importe',
    'Avec votre accord, nos 312 partenaires et nous utilisons des cookies pour stocker et consulter des données personnelles. Vous pouvez retirer votre consentement à tout moment.',
    'Accepter et continuer',
  ],
  [
    'Tu privacidad es importante',
    'Nosotros y nuestros 180 socios almacenamos o accedemos a información en un dispositivo, como cookies, y procesamos datos personales. Puedes retirar tu consentimiento.',
    'Aceptar',
  ],
  [
    'La tua privacy conta',
    'Noi e i nostri 250 partner archiviamo informazioni su un dispositivo, come i cookie, e trattiamo dati personali. Puoi revocare il consenso in qualsiasi momento.',
    'Accetta',
  ],
  [
    'Uw privacy is belangrijk',
    'Wij en onze 99 partners slaan informatie op een apparaat op, zoals cookies, en verwerken persoonsgegevens. U kunt uw toestemming altijd intrekken.',
    'Akkoord',
  ],
  [
    'Twoja prywatność',
    'My i nasi 300 partnerzy przechowujemy informacje na urządzeniu, takie jak pliki cookie, i przetwarzamy dane osobowe. Możesz wycofać zgodę w każdej chwili.',
    'Zgadzam się',
  ],
  [
    'Din integritet är viktig',
    'Vi och våra 120 partner lagrar information på en enhet, till exempel cookies, och behandlar personuppgifter. Du kan återkalla ditt samtycke när som helst.',
    'Godkänn alla',
  ],
  [
    'Tietosuojasi',
    'Me ja 88 kumppaniamme tallennamme laitteelle tietoja, kuten evästeitä, ja käsittelemme henkilötietoja. Voit peruuttaa suostumuksesi milloin tahansa.',
    'Hyväksy kaikki',
  ],
  [
    'Мы ценим вашу конфиденциальность',
    'Мы и наши 150 партнёров храним на устройстве данные, например файлы cookie, и обрабатываем персональные данные. Вы можете отозвать согласие в любое время.',
    'Принять все',
  ],
  [
    'Gizliliğiniz bizim için önemli',
    'Biz ve 140 ortağımız cihazınızda çerez gibi bilgileri saklıyor ve kişisel verileri işliyoruz. Onayınızı istediğiniz zaman geri çekebilirsiniz.',
    'Kabul et',
  ],
  [
    'プライバシーについて',
    '当サイトと84のパートナーは、端末にCookieなどの情報を保存し、個人データを処理します。同意はいつでも撤回できます。',
    '同意する',
  ],
  [
    '您的隱私',
    '我們和84個合作夥伴會在裝置上儲存 Cookie 等資訊，並處理個人資料。您可以隨時撤回同意。',
    '全部接受',
  ],
  [
    '개인정보 보호',
    '저희와 84개 파트너는 기기에 쿠키 등의 정보를 저장하고 개인 데이터를 처리합니다. 언제든지 동의를 철회할 수 있습니다.',
    '모두 동의',
  ],
  [
    'Vážíme si vašeho soukromí',
    'My a našich 90 partnerů ukládáme do zařízení informace, například soubory cookie, a zpracováváme osobní údaje. Souhlas můžete kdykoli odvolat.',
    'Souhlasím',
  ],
  [
    'Az Ön adatvédelme',
    'Mi és 120 partnerünk információkat, például sütiket tárolunk az eszközén, és személyes adatokat kezelünk. Hozzájárulását bármikor visszavonhatja.',
    'Elfogadom',
  ],
  [
    'خصوصيتك تهمنا',
    'نقوم نحن وشركاؤنا البالغ عددهم 84 بتخزين معلومات على الجهاز مثل ملفات تعريف الارتباط ومعالجة البيانات الشخصية. يمكنك سحب موافقتك في أي وقت.',
    'قبول الكل',
  ],
  [
    'Aviso de cookies',
    'Utilizamos cookies propias e de terceiros. Nós e os nossos 70 parceiros tratamos dados pessoais. Pode retirar o consentimento a qualquer momento.',
    'Aceitar tudo',
  ],
  [
    'Personvern',
    'Vi og våre 60 partnere lagrer informasjon på enheten din, som informasjonskapsler, og behandler personopplysninger. Du kan trekke tilbake samtykket.',
    'Godta alle',
  ],
  [
    'The Strait Courier',
    'We and our 842 partners store and access information on a device, such as cookies, and process personal data. You can change your choices at any time. By clicking Accept you consent.',
    'Accept',
  ],
  [
    'A story',
    'To keep reading The Courier without ads, subscribe; or accept cookies and read with advertising. With your consent we and our partners use cookies to process your personal data.',
    'Accept and continue',
  ],
];

/** Titles and contents of pages that doubt that their reader is human, or need scripts. */
const CHALLENGES: readonly (readonly [string, string])[] = [
  ['paper.example', '<h1>paper.example</h1><p>Please enable JS and disable any ad blocker</p>'],
  [
    'The Ferry',
    '<h1>The Ferry</h1><p>We see that you use an ad blocker. Please disable your ad blocker to read on.</p>',
  ],
  [
    'Die Fähre',
    '<h1>Die Fähre</h1><p>Bitte aktivieren Sie JavaScript, um diese Seite zu nutzen.</p>',
  ],
  [
    'El Transbordador',
    '<h1>El Transbordador</h1><p>Debes habilitar JavaScript y las cookies para continuar.</p>',
  ],
  ['Паром', '<h1>Паром</h1><p>Для продолжения включите JavaScript в настройках браузера.</p>'],
  ['Вы не робот?', '<h1>Вы не робот?</h1><p>Подтвердите, что запросы отправляли вы.</p>'],
  [
    'Accetta i cookie per continuare',
    '<h1>Accetta i cookie per continuare</h1><p>Per leggere accetta i cookie di profilazione o abbonati.</p>',
  ],
  [
    'n.example',
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>',
  ],
  [
    'n.example',
    '<p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={}</script>',
  ],
  [
    'Un instant…',
    '<h1>Un instant…</h1><p>Vérification que vous êtes humain. Cela peut prendre quelques secondes.</p>',
  ],
  [
    'Nur einen Moment…',
    '<h2>Bestätigen Sie, dass Sie ein Mensch sind</h2><p>Aktivieren Sie JavaScript und Cookies, um fortzufahren</p>',
  ],
  [
    'Un momento…',
    '<h2>Verifique que usted es un ser humano</h2><p>Habilite JavaScript y las cookies para continuar</p>',
  ],
  [
    'Access Denied',
    '<h1>Access Denied</h1><p>You don\'t have permission to access "http://n.example/" on this server.</p><p>Reference #18.2d3f</p>',
  ],
  [
    'Pardon Our Interruption',
    '<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot.</p>',
  ],
  [
    'Are you a robot?',
    "<h1>To continue, please click the box below to let us know you're not a robot.</h1>",
  ],
  [
    'Human Verification',
    "<p>JavaScript is disabled. In order to continue, we need to verify that you're not a robot.</p>",
  ],
  [
    'Подождите…',
    '<h1>Проверка браузера</h1><p>Включите JavaScript и файлы cookie, чтобы продолжить.</p>',
  ],
  ['잠시만 기다리십시오…', '<p>계속하려면 JavaScript와 쿠키를 활성화하십시오</p>'],
  ['しばらくお待ちください...', '<p>続行するには JavaScript と Cookie を有効にしてください</p>'],
  [
    'Sucuri WebSite Firewall',
    '<h1>Sucuri Website Firewall - Access Denied</h1><p>Block reason: Bot access.</p>',
  ],
  [
    'Request Rejected',
    '<p>The requested URL was rejected. Please consult with your administrator. Your support ID is: 123</p>',
  ],
  [
    'Um momento…',
    '<h2>Verifique se você é humano</h2><p>Ative o JavaScript e os cookies para continuar</p>',
  ],
];

t.test('walls are blocked in any language, whatever their headline', async (t) => {
  for (const [title, text, button] of WALLS) {
    const rest =
      button === undefined ? '' : `<p>${text}</p><form><button>${button}</button></form>`;
    const body = `<main><h1>${title}</h1><p>${text}</p>${rest}</main>`;
    t.equal(pageOf(`<title>${title}</title>${body}`).bodyState, 'blocked', title);
  }
  for (const [title, body] of CHALLENGES) {
    t.equal(pageOf(`<title>${title}</title>${body}`).bodyState, 'blocked', title);
  }
});

t.test('an article that tells of consent, partners and personal data is none', async (t) => {
  const articles = [
    'The regulator fined a shop on Monday because it gave personal data to its partners without the consent of customers, and set cookies before anybody had said yes.',
    'The shop wrote: “We and our partners store cookies with your consent.” The court found that personal data had been sold all the same, and ordered it to stop within a month.',
    'Die Behörde hat einen Händler gerügt, der Cookies ohne Einwilligung setzte und personenbezogene Daten an Partner verkaufte. Das Gericht gab ihr am Montag recht.',
  ];
  for (const text of articles) {
    t.equal(pageOf(`<title>A fine</title><main><h1>A fine</h1><p>${text}</p></main>`).body, text);
  }
});
