/** Charsets of documents: what is declared, and what the bytes say. */
import fc from 'fast-check';
import t from 'tap';
import { type DocumentKind, decodeDocument } from '../../src/documents/charset.js';

/** Charset, text, and the bytes of the text in that charset. */
const SAMPLES: readonly (readonly [string, string, string])[] = [
  ['Big5', '今日新聞快訊', 'a4b5a4e9b773bb44a7d6b054'],
  ['GBK', '今日新闻快讯', 'bdf1c8d5d0c2cec5bfecd1b6'],
  ['gb18030', '今日新闻𠀀', 'bdf1c8d5d0c2cec595328236'],
  ['Shift_JIS', '今日のニュース', '8da193fa82cc836a8385815b8358'],
  ['EUC-JP', '今日のニュース', 'baa3c6fca4cea5cba5e5a1bca5b9'],
  ['EUC-KR', '오늘의 뉴스', 'bfc0b4c3c0c720b4babdba'],
  ['ISO-2022-JP', '今日のニュース', '1b24423a23467c244e254b2565213c25391b2842'],
  ['windows-1251', 'Новости дня', 'cdeee2eef1f2e820e4edff'],
  ['windows-1252', 'Déjà vu “café”', '44e96ae02076752093636166e994'],
  ['ISO-8859-2', 'Zażółć', '5a61bff3b3e6'],
  ['windows-1253', 'Νέα', 'cddde1'],
];
const UTF8 = 'UTF-8';

function decode(parts: (string | Uint8Array)[], contentType: string, kind: DocumentKind) {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return decodeDocument({ bytes, contentType, url: 'https://news.example/' }, kind);
}

t.test('every charset is read by header, meta and XML declaration', async (t) => {
  for (const [charset, text, hex] of SAMPLES) {
    const body = Buffer.from(hex, 'hex');
    const label = charset.toLowerCase();
    const header = decode(['<p>', body, '</p>'], `text/html; charset="${label}"`, 'html');
    t.same(header, { text: `<p>${text}</p>`, charset }, `${charset} by header`);
    const meta = decode([`<meta charset=${label}><p>`, body], 'text/html', 'html');
    t.ok(meta.charset === charset && meta.text.endsWith(`<p>${text}`), `${charset} by meta`);
    const pragma = `<META http-equiv="Content-Type" content="text/html; charset=${label}">`;
    const late = decode([`<!-- ${'x'.repeat(2000)} -->${pragma}<p>`, body], 'text/html', 'html');
    t.ok(late.charset === charset && late.text.endsWith(`<p>${text}`), `${charset} by late meta`);
    const xml = decode([`<?xml version="1.0" encoding='${label}'?><a>`, body, '</a>'], '', 'xml');
    t.ok(xml.charset === charset && xml.text.endsWith(`<a>${text}</a>`), `${charset} by XML`);
    const plain = decode([body], `text/plain;charset=${label}`, 'text');
    t.same(plain, { text, charset }, `${charset} of plain text`);
  }
});

t.test('UTF-16 is read with a mark and without one, whatever is declared', async (t) => {
  const xml = '<?xml version="1.0" encoding="utf-16"?><a>今日</a>';
  const little = Buffer.from(xml, 'utf16le');
  const big = Buffer.from(little).swap16();
  const cases = [
    { bytes: little, charset: 'UTF-16LE' },
    { bytes: big, charset: 'UTF-16BE' },
    { bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), little]), charset: 'UTF-16LE' },
    { bytes: Buffer.concat([Buffer.from([0xfe, 0xff]), big]), charset: 'UTF-16BE' },
  ];
  for (const { bytes, charset } of cases) {
    t.same(decode([bytes], 'text/xml; charset=utf-8', 'xml'), { text: xml, charset }, charset);
  }
  const ascii = '<?xml version="1.0" encoding="utf-16"?><a>today</a>';
  t.same(decode([ascii], '', 'xml'), { text: ascii, charset: UTF8 }, 'it only says so');
});

t.test('a mark wins over every declaration and is no part of the text', async (t) => {
  const marked = decode(['\ufeff<meta charset=big5>今日'], 'text/html; charset=gbk', 'html');
  t.same(marked, { text: '<meta charset=big5>今日', charset: UTF8 });
});

t.test('UTF-8 that is declared as something else is read as UTF-8', async (t) => {
  for (const [charset] of SAMPLES) {
    const page = decode(['<p>今日新聞快訊 café</p>'], `text/html; charset=${charset}`, 'html');
    t.same(page, { text: '<p>今日新聞快訊 café</p>', charset: UTF8 }, charset);
  }
  t.equal(
    decode(['<p>café'], 'text/html; charset=iso-8859-1', 'html').text,
    '<p>café',
    'one letter',
  );
});

t.test('what is declared as UTF-8 and is none is read as the document says', async (t) => {
  for (const [charset, text, hex] of SAMPLES.filter(([name]) => name !== 'ISO-2022-JP')) {
    const parts = [`<meta charset="${charset}"><p>`, Buffer.from(hex, 'hex')];
    const page = decode(parts, 'text/html; charset=utf-8', 'html');
    t.ok(page.charset === charset && page.text.endsWith(text), charset);
  }
  const latin = decode([Buffer.from('<a>caf\xe9</a>', 'latin1')], 'text/xml;charset=utf-8', 'xml');
  t.same(latin, { text: '<a>café</a>', charset: 'windows-1252' }, 'nothing else is declared');
});

t.test('a damaged or cut character does not change the charset', async (t) => {
  const text = '今日新聞快訊'.repeat(20);
  const damaged = decode([text, Buffer.from([0xe4, 0xbb]), '今日'], 'text/html', 'html');
  t.same([damaged.charset, damaged.text.startsWith(text)], [UTF8, true], 'within');
  const cut = decode(['<meta charset=gbk>今', Buffer.from([0xe6, 0x97])], '', 'html');
  t.same([cut.charset, cut.text.slice(-2)], [UTF8, '今\ufffd'], 'at the end');
  const declared = decode([text, Buffer.from([0xff])], 'text/html; charset=utf-8', 'html');
  t.equal(declared.charset, UTF8, 'although a charset of single bytes would fit');
});

t.test('unknown and missing declarations follow the bytes', async (t) => {
  for (const label of [
    '',
    'text/html; charset=none',
    'text/html; charset=hz-gb-2312',
    ';;charset=',
  ]) {
    t.same(decode(['今日'], label, 'html'), { text: '今日', charset: UTF8 }, label);
    const latin = decode([Buffer.from('d\xe9j\xe0 \x93vu\x94', 'latin1')], label, 'html');
    t.same(latin, { text: 'déjà “vu”', charset: 'windows-1252' }, label);
  }
  t.same(decode([], '', 'html'), { text: '', charset: UTF8 }, 'nothing at all');
  const broken = decode(['<meta content="charset">今日'], '', 'html');
  t.equal(broken.charset, UTF8, 'a meta that stops at the word');
});

/** Bytes of a text, by what the decoder makes of every letter of two bytes. */
function encoded(text: string, charset: string): Uint8Array {
  const known = new Map<string, number[]>();
  const decoder = new TextDecoder(charset);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const letter = decoder.decode(Uint8Array.of(lead, trail));
      if ([...letter].length === 1 && !known.has(letter)) known.set(letter, [lead, trail]);
    }
  }
  return Uint8Array.from([...text].flatMap((one) => known.get(one) ?? [one.charCodeAt(0)]));
}

/** Invented sentences in the languages that have charsets of their own. */
const UNDECLARED: readonly (readonly [string, string])[] = [
  [
    'Big5',
    '港口的渡輪今天停駛，居民必須改走陸路，來回要花兩個小時。市政府表示，明天風浪變小以後就會恢復。',
  ],
  [
    'gb18030',
    '港口的渡轮今天停驶，居民必须改走陆路，来回要花两个小时。市政府表示，明天风浪变小以后就会恢复。',
  ],
  [
    'Shift_JIS',
    '港のフェリーは今日は運休です。住民は陸路を使わなければならず、往復で二時間かかります。',
  ],
  [
    'EUC-JP',
    '港のフェリーは今日は運休です。住民は陸路を使わなければならず、往復で二時間かかります。',
  ],
  [
    'EUC-KR',
    '항구의 여객선은 오늘 운항을 멈춘다. 주민들은 육로를 이용해야 하며 왕복 두 시간이 걸린다.',
  ],
];

t.test('texts of East Asia are read although nothing, or UTF-8, is declared', async (t) => {
  for (const [charset, text] of UNDECLARED) {
    const bytes = encoded(text, charset);
    for (const label of ['', 'text/html; charset=utf-8', 'text/html; charset=none']) {
      const html = ['<title>', bytes, '</title><p class="story">', bytes];
      t.match(decode(html, label, 'html'), { charset, text: `<title>${text}</title>` }, charset);
    }
  }
});

/** Invented sentences, in charsets of one byte that say nothing of themselves. */
const ONE_BYTE: readonly (readonly [string, string])[] = [
  ['windows-1251', 'Паром через залив сегодня не ходит, сообщила администрация порта.'],
  ['KOI8-R', 'Паром через залив сегодня не ходит, сообщила администрация порта.'],
  ['ISO-8859-5', 'Паром через залив сегодня не ходит, сообщила администрация порта.'],
  ['IBM866', 'Паром через залив сегодня не ходит, сообщила администрация порта.'],
  ['KOI8-U', 'Пором через затоку сьогодні не ходить, повідомила адміністрація порту.'],
  ['windows-1251', 'Фериботът през залива днес не се движи, съобщи управата на пристанището.'],
  ['windows-1253', 'Το πλοίο δεν ταξιδεύει σήμερα, ανακοίνωσε η διοίκηση του λιμανιού.'],
  [
    'windows-1250',
    'Prom przez zatokę dziś nie pływa, ogłosił zarząd portu. Pasażerowie muszą jechać dookoła.',
  ],
  [
    'ISO-8859-2',
    'Přívoz přes záliv dnes nejezdí, oznámila správa přístavu. Cestující musí jet oklikou, řekla.',
  ],
  [
    'windows-1250',
    'A komp ma nem közlekedik, közölte a kikötő igazgatósága. Az utasok csak kerülővel érhetnek át.',
  ],
  [
    'windows-1254',
    'Körfezi geçen feribot bugün çalışmıyor, dedi liman müdürlüğü. Yolcular dolaşmak zorundalar.',
  ],
  [
    'windows-1257',
    'Keltas per įlanką šiandien neplaukia, pranešė uosto valdyba. Keleiviai turės važiuoti aplinkui, išlaukę eilėje.',
  ],
  [
    'windows-1257',
    'Prāmis pār līci šodien nekursē, paziņoja ostas pārvalde. Pasažieriem jābrauc apkārt.',
  ],
  ['windows-1255', 'המעבורת אינה פועלת היום, הודיעה הנהלת הנמל. הנוסעים ייאלצו לנסוע מסביב.'],
  [
    'windows-1256',
    'توقفت العبارة عن العمل اليوم، بحسب ما أعلنت إدارة الميناء. وعلى الركاب أن يسلكوا طريقا آخر.',
  ],
  ['windows-874', 'เรือข้ามฟากหยุดให้บริการวันนี้ ท่าเรือแจ้ง ผู้โดยสารต้องใช้เส้นทางอื่น'],
];

function encodedByte(text: string, charset: string): Uint8Array {
  const decoder = new TextDecoder(charset);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from([...text].map((one) => bytes.get(one)!));
}

t.test(
  'texts in charsets of one byte are read although nothing, or UTF-8, is declared',
  async (t) => {
    for (const [charset, text] of ONE_BYTE) {
      const bytes = encodedByte(text, charset);
      for (const label of ['', 'text/html; charset=utf-8']) {
        const filler = '<div class="menu"><a href="/section">Section</a></div>'.repeat(900);
        const html = ['<title>', bytes, `</title><script>var x = 1;</script>${filler}<p>`, bytes];
        const read = decode(html, label, 'html').text;
        t.equal(read.slice(read.lastIndexOf('>') + 1), text, `${charset} ${text.slice(0, 20)}`);
      }
    }
  },
);

/** Charset, language and a headline in it. */
const HEADLINES: readonly (readonly [string, string, string])[] = [
  ['windows-1251', 'ru', 'Мэр объявил о ремонте набережной'],
  ['windows-1251', 'uk', 'Міська рада ухвалила новий бюджет на наступний рік'],
  ['windows-1251', 'sr', 'Градско веће усвојило нови план за луку и мостове'],
  ['windows-1251', 'bg', 'Общината обяви ремонт на крайбрежния булевард'],
  ['koi8-u', 'uk', 'Міська рада ухвалила новий бюджет на наступний рік'],
  ['iso-8859-5', 'ru', 'Мэр объявил о ремонте набережной и моста'],
  ['windows-1253', 'el', 'Ο δήμαρχος ανακοίνωσε έργα στην προκυμαία'],
  ['iso-8859-7', 'el', 'Ο δήμαρχος ανακοίνωσε έργα στην προκυμαία'],
  ['windows-1250', 'cs', 'Město začne příští týden opravovat nábřeží u řeky'],
  ['iso-8859-2', 'hu', 'A város jövő héten kezdi a rakpart felújítását'],
  ['windows-1250', 'sk', 'Mesto začne budúci týždeň opravovať nábrežie pri rieke'],
  ['windows-1250', 'hr', 'Grad će sljedeći tjedan početi obnovu šetnice uz more'],
  ['windows-1250', 'ro', 'Primăria va începe săptămâna viitoare lucrările la faleză'],
  ['windows-1250', 'pl', 'Miasto w przyszłym tygodniu zacznie remont nabrzeża'],
  ['windows-1254', 'tr', 'Belediye gelecek hafta rıhtımın onarımına başlıyor, açıkladı'],
  ['windows-1257', 'lt', 'Miestas kitą savaitę pradės krantinės remontą, sakė meras'],
  ['windows-1257', 'lv', 'Pilsēta nākamnedēļ sāks krastmalas remontu, paziņoja mērs'],
  ['windows-1257', 'et', 'Linn alustab järgmisel nädalal kai remonti, ütles linnapea'],
  ['windows-1255', 'he', 'העירייה תתחיל בשבוע הבא בשיפוץ הטיילת'],
  ['iso-8859-8', 'he', 'העירייה תתחיל בשבוע הבא בשיפוץ הטיילת'],
  ['windows-1256', 'ar', 'تبدأ البلدية الأسبوع المقبل ترميم الكورنيش'],
  ['iso-8859-6', 'ar', 'تبدأ البلدية الأسبوع المقبل ترميم الكورنيش'],
  ['windows-874', 'th', 'เทศบาลจะเริ่มซ่อมทางเดินริมน้ำสัปดาห์หน้า'],
  ['ibm866', 'ru', 'Мэр объявил о ремонте набережной и моста'],
  [
    'windows-1252',
    'fr',
    'La mairie commencera à rénover le quai la semaine prochaine, dit une élue',
  ],
  [
    'windows-1252',
    'de',
    'Die Stadt beginnt nächste Woche mit der Erneuerung der Uferstraße, erklärte der Bürgermeister',
  ],
  ['windows-1252', 'es', 'El ayuntamiento comenzará la próxima semana la reforma del muelle'],
  ['windows-1252', 'sv', 'Staden börjar renovera kajen nästa vecka, säger borgmästaren'],
  ['windows-1252', 'da', 'Byen begynder næste uge at renovere kajen, siger borgmesteren på øen'],
  ['windows-1252', 'pt', 'A câmara começará na próxima semana a renovação do cais'],
  ['windows-1252', 'is', 'Borgin byrjar í næstu viku að gera við bryggjuna, segir borgarstjóri'],
];

t.test('a feed of one headline is read whatever is declared of its charset', async (t) => {
  for (const [charset, language, headline] of HEADLINES) {
    const bytes = encodedByte(headline, charset);
    const cases = [
      ['<?xml version="1.0"?>', 'text/xml'],
      ['<?xml version="1.0" encoding="utf-8"?>', 'text/xml; charset=utf-8'],
      [`<?xml version="1.0" encoding="${charset}"?>`, 'text/xml; charset=ISO-8859-1'],
    ] as const;
    for (const [prolog, type] of cases) {
      const { text } = decode([`${prolog}<rss><title>`, bytes, '</title>', bytes], type, 'xml');
      t.match(text, `<title>${headline}</title>`, `${language} in ${charset}, ${prolog} ${type}`);
    }
  }
});

t.test('what a document declares beats the Latin-1 that its server names by default', async (t) => {
  for (const [charset, text] of ONE_BYTE) {
    const bytes = encodedByte(text, charset);
    for (const header of ['text/html; charset=iso-8859-1', 'text/html;charset=ISO8859-1']) {
      const page = decode([`<meta charset="${charset}">`, bytes], header, 'html');
      t.ok(page.text.endsWith(text), `${charset} in ${header}`);
    }
  }
  const [russian, cyrillic] = [ONE_BYTE[0]!, encodedByte(ONE_BYTE[0]![1], 'windows-1251')];
  const bare = decode([cyrillic], 'text/html; charset=iso-8859-1', 'html');
  t.same(bare, { charset: 'windows-1251', text: russian[1] }, 'the server has only a default');
  const french = Buffer.from('<p>Le maire a \xe9t\xe9 \xe9lu \xe0 No\xebl', 'latin1');
  t.equal(decode([french], 'text/html; charset=iso-8859-1', 'html').charset, 'windows-1252');
});

t.test('the charset that the operator tells beats every other', async (t) => {
  const [, text] = ONE_BYTE[7]!;
  const bytes = Buffer.concat([
    Buffer.from('<meta charset=utf-8>'),
    encodedByte(text, 'iso-8859-2'),
  ]);
  const raw = { bytes, contentType: 'text/html; charset=utf-8', url: 'https://news.example/' };
  t.match(decodeDocument(raw, 'html', 'latin2'), {
    charset: 'ISO-8859-2',
    text: /Prom przez zatokę/,
  });
  t.match(decodeDocument(raw, 'html', 'no such charset'), { text: /Prom przez zatokę/ });
});

t.test('texts of the West are not taken for any of them', async (t) => {
  const texts = [
    'Der Bürgermeister erklärte, die Fähre über den Fluß könne früher öffnen als geplant. '.repeat(
      9,
    ),
    'Le maire a déclaré « la traversée sera très agréable », après une longue journée d’été. '.repeat(
      9,
    ),
    'El alcalde explicó que la niña y su compañero cruzarán el río mañana por la mañana. ¿Cómo? '.repeat(
      9,
    ),
    'ÄÖÜ ÀÉÈ ÇÑ ÂÊÎÔÛ ÆØÅ '.repeat(9),
  ];
  for (const text of texts) {
    const bytes = Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');
    t.same(decode([bytes], '', 'html'), { charset: 'windows-1252', text }, text.slice(0, 40));
  }
});

t.test('any bytes give a text', async (t) => {
  const labels = fc.constantFrom(...SAMPLES.map(([name]) => name), 'utf-16', 'x-user-defined', '?');
  const kinds = fc.constantFrom<DocumentKind>('html', 'xml', 'text');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), labels, kinds, (bytes, label, kind) => {
      const { text } = decode([bytes], `text/html; charset=${label}`, kind);
      return typeof text === 'string' && text.length <= 2 * bytes.length;
    }),
  );
  t.pass();
});
