/**
 * Recognises pages that show something other than an article: a challenge, a login, a paywall, an error.
 *
 * Words alone decide nothing: an article about a paywall has paragraphs, and a wall has few.
 */
import { metaValue, type PageFacts } from './facts.js';
import { isNode, valuesOf } from './json-ld.js';
import { elementsWhere, lineOf, namesOf, type Tree, type TreeElement } from './tree.js';

export type Wall = 'challenge' | 'consent' | 'login' | 'paywall' | 'error';

/** A page with more text is not only a wall. */
const WALL_UNITS_MAX = 3000;
/** An error page with an apology and a list of other stories is shorter. */
const ERROR_UNITS_MAX = 1500;
/** A challenge, or a page that needs scripts, has less text. */
const BARE_UNITS_MAX = 800;
/** Longest text of a teaser; a third of it in a script without spaces. */
const TEASER_UNITS_MAX = 1200;
const TEASER_CJK_UNITS_MAX = 400;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const CHALLENGE =
  /^(?:just a moment|attention required|verify(?:ing)? (?:you are|that you are) (?:a )?human|checking your browser|please wait\b|one moment, please|ddos-guard|security (?:check|verification)|robot check|making sure you(?:'|’)re not a bot|are you (?:a )?(?:human|robot)|captcha|pardon our interruption|access (?:to this page has been )?denied|403 forbidden|human verification|bot verification|請稍候|请稍候|安全驗證|安全验证|人機驗證|人机验证|驗證碼|验证码|request (?:rejected|blocked)|age verification|ad ?blocker detected|вы не робот|один момент|(?:you have been|your request (?:was|has been)) blocked|sucuri|(?:website )?firewall|one more step|accès refusé|zugriff verweigert|acceso denegado|acesso negado|accesso negato|dostęp zabroniony|доступ (?:запрещ|огранич)|проверка браузера|访问被拒绝|(?:un instant|(?:nur )?einen moment|einen augenblick|un momento|um momento|un attimo|een ogenblik|even geduld|chwileczkę|proszę czekać|okamžik|ett ögonblick|et øjeblik|et øyeblikk|hetkinen|egy pillanat|o clipă|bir dakika|lütfen bekleyin|подождите|минутку|зачекайте|لحظة|لحظات|یک لحظه|รอสักครู่|mohon tunggu|vui lòng đợi|잠시만(?: 기다리\p{L}*)?|しばらくお待ちください|少々お待ちください)[\s.…!]*$)/iu;
const CHALLENGE_NAMES =
  /[\s_-](?:cf-challenge|challenge-form|challenge-running|cf-wrapper|px-captcha|g-recaptcha|h-captcha|captcha)[\s_-]/;
/** Sources of the frames of challenges. */
const CHALLENGE_SOURCE =
  /_Incapsula_Resource|captcha-delivery\.com|challenges\.cloudflare\.com|\/cdn-cgi\/challenge|perimeterx|px-cloud\.net|awswaf/;
const NEEDS_SCRIPTS =
  /(?:enable|activate|turn on|requires?|without) javascript|javascript (?:is|must be|has to be) (?:disabled|enabled|required|turned off|not)|(?:啟用|开启|開啟|启用|支援|支持)\s?javascript|javascript\s?(?:を有効|が無効|已停用|被禁用)/i;
/** The same in further languages: a verb of switching on or off, and the feature that is to be switched. */
const SWITCH =
  '(?:enable|disable|turn (?:on|off)|aktivi|deaktivi|activ|désactiv|abilit|attiv|disattiv|wł[aą]cz|включ|увімкн|вімкн|povol|zapn|engedélyez|slå (?:på|til)|ota käyttöön|schakel|zet|etkinleştir|ενεργοποι|تفعيل|فعّل|הפעל|활성화|bật)';
const SWITCHED = '(?:java ?script|\\bjs\\b|ad[- ]?block)';
const ASKS_TO_SWITCH = new RegExp(
  `${SWITCH}.{0,40}?${SWITCHED}|${SWITCHED}.{0,40}?${SWITCH}`,
  'iu',
);
const LOGIN =
  /^(?:log ?in|sign ?in|login required|please (?:log|sign) in|log in or sign up|會員登入|登入|登录|用户登录|请登录|ログイン|anmelden|connexion|iniciar sesión)\b/i;
const LOGIN_CJK = /^(?:會員登入|登入|登录|用户登录|请登录|請登入|ログイン|로그인)/;
const ERROR =
  /^(?:(?:error[\s:]*)?(?:404|410|451)\b|(?:the )?page (?:not found|cannot be found|can'?t be found|does(?: not|n'?t) exist|unavailable)|(?:not found|file not found|article not found|content not found|nothing found)\b|(?:oops|sorry|whoops|uh-oh)\b.{0,60}(?:not found|can(?:no|')?t (?:be )?f[io]nd|could(?: not|n't) (?:be )?f[io]u?nd|do(?:es)?(?: not|n't) exist|no longer (?:exists?|available|here))|(?:很抱歉|抱歉|對不起|对不起).{0,20}(?:找不到|不存在|无法找到|無法找到|已移除|已刪除|已删除)|(?:找不到|查無|查无).{0,8}(?:網頁|页面|頁面|网页|文章|新聞|内容|內容)|(?:您(?:要|所|访问|瀏覽).{0,12})?(?:網頁|页面|頁面|网页|文章|新聞)(?:不存在|已刪除|已删除|已移除|找不到)|ページが見つかりません|お探しのページ|seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|페이지를 찾을 수 없)/i;

/** The signs of a wall on a page; collected before the search for the text changes the tree. */
interface WallSigns {
  /** Code units of text on the whole page, without white space. */
  units: number;
  /** Titles and headings of the page. */
  heads: string[];
  hasChallenge: boolean;
  hasPassword: boolean;
  /** The beginning of the text that a browser without scripts shows. */
  shown: string;
  isPaid: boolean;
  isArticle: boolean;
}

export function signsOf({ body }: Tree, facts: PageFacts, title: string | null): WallSigns {
  const text = body.textContent;
  const { head } = facts;
  const isChallenge = (element: TreeElement) =>
    CHALLENGE_NAMES.test(namesOf(element)) ||
    CHALLENGE_SOURCE.test(element.getAttribute('src') ?? '');
  return {
    units: text.replace(/\s+/g, '').length,
    heads: [title ?? '', head.title, headlineOf(body)].map((one) => one.trim()),
    hasChallenge: elementsWhere(body, isChallenge, 1).length > 0,
    hasPassword: elementsWhere(body, isPassword, 1).length > 0,
    shown: `${text.slice(0, 2 * BARE_UNITS_MAX)} ${head.noscript}`,
    isPaid: isPaid(facts),
    isArticle: isDatedArticle(facts),
  };
}

/** The wall that the page shows instead of an article; `text` is the text that was found. */
export function wallOf(signs: WallSigns, text: string): Wall | null {
  const { units, heads, hasChallenge, hasPassword, shown } = signs;
  const isSays = (pattern: RegExp) => heads.some((head) => pattern.test(head));
  const isBare = units < BARE_UNITS_MAX;
  if (text.length < WALL_UNITS_MAX && units < 2 * WALL_UNITS_MAX && !signs.isArticle) {
    if (isBare && (isSays(CHALLENGE) || hasChallenge)) return 'challenge';
    if (wantsConsent(heads, text, isBare ? shown : '')) return 'consent';
    if (isSays(ERROR) && text.length < ERROR_UNITS_MAX) return 'error';
    if (hasPassword && (isSays(LOGIN) || isSays(LOGIN_CJK))) return 'login';
  }
  if (isBare && needsScripts(shown) && !isTextual(text)) return 'challenge';
  return signs.isPaid && isTeaser(text) ? 'paywall' : null;
}

function headlineOf(body: TreeElement): string {
  const [headline] = elementsWhere(body, ({ localName }) => localName === 'h1', 1);
  return headline === undefined ? '' : lineOf(headline, 200);
}

function isPassword(element: TreeElement): boolean {
  return (
    element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'password'
  );
}

/** Whether the metadata name an article's time of publication, which walls do not have. */
function isDatedArticle({ jsonLd, head }: PageFacts): boolean {
  return (
    (jsonLd.isArticleType && jsonLd.article?.datePublished !== undefined) ||
    metaValue(head.metas, 'article:published_time') !== null
  );
}

function isPaid({ jsonLd, head }: PageFacts): boolean {
  const { article } = jsonLd;
  const parts = valuesOf(article?.hasPart).filter(isNode);
  const flags = [article, ...parts].map((node) => node?.isAccessibleForFree);
  const tier = metaValue(head.metas, 'article:content_tier', 'og:article:content_tier');
  return flags.some((flag) => /^false$/i.test(String(flag))) || tier?.toLowerCase() === 'locked';
}

function isTeaser(text: string): boolean {
  return text.length < (CJK.test(text) ? TEASER_CJK_UNITS_MAX : TEASER_UNITS_MAX);
}

function isTextual(text: string): boolean {
  return text.length >= BARE_UNITS_MAX / 2 && !needsScripts(text);
}

function needsScripts(text: string): boolean {
  return NEEDS_SCRIPTS.test(text) || ASKS_TO_SWITCH.test(text);
}

/** Words for cookies, also in the languages that have a word of their own. */
export const COOKIES =
  /cookie|куки|кукі|бисквит|クッキー|쿠키|ملفات تعريف الارتباط|کوکی|עוגיות|कुकी|คุกกี้|sīkdat|slapuk|küpsis|çerez|kolačić|piškotk|ciastecz|eväste|sütik|informasjonskaps|kakor\b|vafrakök/i;
/** Words by which the site that shows a notice speaks of itself. */
export const SPEAKER =
  /(?:^|[^\p{L}])(?:we|our|us|this (?:web)?site|by clicking|wir|uns|unsere[nrms]?|diese (?:web)?seite|nous|notre|nos|ce site|nosotros|utilizamos|usamos|nuestr\p{L}+|este sitio|este site|nós|noss\p{L}+|noi|nostr\p{L}+|utilizziamo|questo sito|my i|używamy|nasz\p{L}*|nasi|my a|našich|naši|používáme|tento web|wij|onze|deze (?:web)?site|vi|denne|våra?|våre|vores|använder|me ja|käytämme|kumppanimme|mi és|partnerün\p{L}+|folosim|noștri|biz|kullanıyoruz|ortağımız\p{L}*|ortaklarımız\p{L}*|sitemiz|мы|наш\p{L}*|ми|сайт|ние|εμείς|χρησιμοποιούμε|نستخدم|نحن|نقوم|شركاؤنا|ما و|אנו|אנחנו|chúng tôi|kami|हम|naše|naši|koristimo)(?!\p{L})|本[網网]站|我[們们]|当サイト|当社|저희|이 사이트|เว็บไซต์|เราและ/iu;
const PERSONAL_DATA =
  /personal (?:data|information)|personenbezogen|(?:ihre|deine|von|und|persönliche) daten|données (?:à caractère )?personnel|datos personales|dados pessoais|dati personali|persoonsgegevens|persoonlijke gegevens|dan\p{L}+ osobow|osobní(?:ch)? údaj|osobn\p{L}+ údaj|osobn\p{L}+ podat|osebn\p{L}+ podat|személyes adat|personuppgift|personopplysning|personoplysning|henkilötie|isikuandme|asmens duomen|personas dat|date(?:le)? (?:cu caracter )?personal|kişisel veri|персональн\p{L}+ дан|лични данни|προσωπικ\p{L}+ δεδομέν|個人(?:データ|情報|資料|資訊)|个人(?:数据|信息|资料)|개인 ?(?:데이터|정보)|البيانات الشخصية|بيانات شخصية|داده‌?های شخصی|נתונים אישיים|מידע אישי|ข้อมูลส่วนบุคคล|dữ liệu cá nhân|data pribadi|व्यक्तिगत डेटा|unique identifiers|device scanning/iu;
const PARTNERS =
  /partne[rř]|kumppan|\bsoci\p{L}*|parceir|parcei|партн[еёь]р|партньор|συνεργάτ|ortağ|ortaklar|パートナー|夥伴|伙伴|파트너|شرك(?:اء|ائ|اؤ)|شرکای|שותפ|พาร์ทเนอร์|พันธมิตร|đối tác|mitra|भागीदार|third part|terceros|terceiros|(?:store|access|stor\p{L}+ (?:and|or|and\/or) access).{0,20}(?:on (?:a|your) device)/iu;
const CONSENT =
  /consent|einwilligung|zustimm|\baccord\b|consentimiento|consentimento|consenso|toestemming|zgod[ęya]|souhlas|súhlas|pristan|privol|soglasi|hozzájárul|samtyck|samtykke|suostumu|nõusolek|sutikim|piekrišan|consimțăm|onay(?:ınız|la)|rıza|соглас|згод[аиу]|съгласи|συγκατάθεσ|συναίνεσ|同意|동의|موافق|رضایت|הסכמ|ยินยอม|đồng ý|persetujuan|सहमति|change your choices/iu;
/** Further words of walls, used beside a heading about privacy. */
const DEVICE =
  /device|gerät|appareil|d[ie]spo[sz]itiv|urządzen|enhe[td]|apparaat|laitte|zařízen|eszköz|cihaz|συσκευ|пристро|устройств|デバイス|기기|装置|裝置|设备|جهاز|מכשיר|อุปกรณ์|thiết bị/iu;
const ACCEPT = /accept|akzept|accett|acept|aceit|zgadza|hyväksy|elfogad|kabul|αποδ[έε]χ|погодж/iu;
/** Words for privacy and cookies: stems in the languages that have words of their own. */
const PRIVACY =
  /privac|privat(?:sphär|liv)|prywatno|integritet|personvern|yksityisy|s[oú][u]?krom|adat\p{L}* (?:véd|kez)|adatvéd|gizlili|confiden[tț]|vie privée|ιδιωτικ|απορρήτ|конф[иі]денц|приватн|поверителн|プライバシ|개인정보|隐私|隱私|個人情報|خصوصي|פרטיות|ส่วนตัว|riêng tư|datenschutz|cookie|куки|werbung weiterlesen/iu;
const HEAD_WORDS_MAX = 7;
const HEAD_UNITS_MAX = 70;
const MATTERS_MIN = 2;
/** Longer texts have other content. */
const UNITS_MAX = 2000;
const SIGNS_MIN = 3;
const QUOTED = /["“”„«‘「][^"“”«»’」]{0,400}["”»’」]/g;

/** Headings of pages that first ask for consent; the headline of an article on consent is longer. */
const WANTING_HEAD =
  /^(?:before you continue|bevor (?:sie|du) (?:fortf|weiter)|avant de continuer|antes de continuar|prima di continuare|voordat (?:je|u) (?:verder|doorg)|zanim przejdziesz|прежде чем продолжить|続行する前に|(?:在您?)?繼續之前|(?:在您?)?继续之前|(?:we|wir|nous|wij) (?:value|respect|care about|schätzen|respektieren|respectons|waarderen|respecteren) (?:your|ihre|deine|votre|je|uw) \p{L}+(?: \p{L}+)?$|(?:szanujemy|valoramos|respetamos|valorizamos|rispettiamo) \p{L}+(?: \p{L}+){0,2}$|(?:your |ihre |votre |tu |su |la tua |uw |jouw )?(?:privacy|privatsphäre|vie privée|privacidad)(?: (?:settings|choices|preferences|notice))?$|(?:datenschutz|privacy|cookie|consent)[- ]?(?:einstellungen|instellingen|zustimmung|settings|consent|wall|gate|notice|policy)$|プライバシー設定|隱私設定|隐私设置)/iu;
/** A page with such a heading and a longer text is an article. */
const WANTED_UNITS_MAX = 1500;

/**
 * Whether a page asks for consent to cookies, and has no other content: distinguishes such texts from articles about
 * consent, in the languages of the web.
 *
 * Such a text speaks in the first person ("we", "this site"), and mentions most of four matters: cookies, personal
 * data, partners, and consent that is given or withdrawn. Articles mention few of them in the first person.
 * @param text the text that was found as an article's
 * @param shown the beginning of a page with almost no text; empty for other pages
 */
function wantsConsent(heads: readonly string[], text: string, shown: string): boolean {
  if (text.length < WANTED_UNITS_MAX && heads.some((head) => WANTING_HEAD.test(head))) return true;
  return asksConsent(text) || (heads.some(isOfPrivacy) && mattersIn(shown) >= MATTERS_MIN);
}

function asksConsent(text: string): boolean {
  // Quotations are removed, because articles quote speakers in the first person.
  if (text.length > UNITS_MAX || !SPEAKER.test(text.replace(QUOTED, ' '))) return false;
  const signs = [COOKIES, PERSONAL_DATA, PARTNERS, CONSENT].filter((sign) => sign.test(text));
  return signs.length >= SIGNS_MIN;
}

/** Whether a short heading names privacy. */
function isOfPrivacy(head: string): boolean {
  return (
    head.length <= HEAD_UNITS_MAX &&
    head.split(/\s+/).length <= HEAD_WORDS_MAX &&
    // A single word may be the subject of an article.
    !/^[a-z]+$/i.test(head) &&
    PRIVACY.test(head)
  );
}

/** How many matters of consent a page mentions. */
function mattersIn(shown: string): number {
  const isConsent = CONSENT.test(shown) || ACCEPT.test(shown);
  const matters = [PARTNERS.test(shown), DEVICE.test(shown), COOKIES.test(shown), isConsent];
  return matters.filter(Boolean).length;
}
