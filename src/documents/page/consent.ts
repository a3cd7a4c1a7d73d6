/**
 * Tells texts that ask for consent to cookies from articles about them, in the languages of the web.
 *
 * Such a text speaks of itself ("we", "this site"), and has most of four things: cookies, personal data,
 * partners, and a consent that is given or withdrawn. Articles have few of them in the first person.
 */

/** Cookies, also in the languages that have another word for them. */
export const COOKIES =
  /cookie|куки|кукі|бисквит|クッキー|쿠키|ملفات تعريف الارتباط|کوکی|עוגיות|कुकी|คุกกี้|sīkdat|slapuk|küpsis|çerez|kolačić|piškotk|ciastecz|eväste|sütik|informasjonskaps|kakor\b|vafrakök/i;
/** Whoever puts up a notice speaks of himself. */
export const SPEAKER =
  /(?:^|[^\p{L}])(?:we|our|us|this (?:web)?site|by clicking|wir|uns|unsere[nrms]?|diese (?:web)?seite|nous|notre|nos|ce site|nosotros|utilizamos|usamos|nuestr\p{L}+|este sitio|este site|nós|noss\p{L}+|noi|nostr\p{L}+|utilizziamo|questo sito|my i|używamy|nasz\p{L}*|nasi|my a|našich|naši|používáme|tento web|wij|onze|deze (?:web)?site|vi|denne|våra?|våre|vores|använder|me ja|käytämme|kumppanimme|mi és|partnerün\p{L}+|folosim|noștri|biz|kullanıyoruz|ortağımız\p{L}*|ortaklarımız\p{L}*|sitemiz|мы|наш\p{L}*|ми|сайт|ние|εμείς|χρησιμοποιούμε|نستخدم|نحن|نقوم|شركاؤنا|ما و|אנו|אנחנו|chúng tôi|kami|हम|naše|naši|koristimo)(?!\p{L})|本[網网]站|我[們们]|当サイト|当社|저희|이 사이트|เว็บไซต์|เราและ/iu;
const PERSONAL_DATA =
  /personal (?:data|information)|personenbezogen|(?:ihre|deine|von|und|persönliche) daten|données (?:à caractère )?personnel|datos personales|dados pessoais|dati personali|persoonsgegevens|persoonlijke gegevens|dan\p{L}+ osobow|osobní(?:ch)? údaj|osobn\p{L}+ údaj|osobn\p{L}+ podat|osebn\p{L}+ podat|személyes adat|personuppgift|personopplysning|personoplysning|henkilötie|isikuandme|asmens duomen|personas dat|date(?:le)? (?:cu caracter )?personal|kişisel veri|персональн\p{L}+ дан|лични данни|προσωπικ\p{L}+ δεδομέν|個人(?:データ|情報|資料|資訊)|个人(?:数据|信息|资料)|개인 ?(?:데이터|정보)|البيانات الشخصية|بيانات شخصية|داده‌?های شخصی|נתונים אישיים|מידע אישי|ข้อมูลส่วนบุคคล|dữ liệu cá nhân|data pribadi|व्यक्तिगत डेटा|unique identifiers|device scanning/iu;
const PARTNERS =
  /partne[rř]|kumppan|\bsoci\p{L}*|parceir|parcei|партн[еёь]р|партньор|συνεργάτ|ortağ|ortaklar|パートナー|夥伴|伙伴|파트너|شرك(?:اء|ائ|اؤ)|شرکای|שותפ|พาร์ทเนอร์|พันธมิตร|đối tác|mitra|भागीदार|third part|terceros|terceiros|(?:store|access|stor\p{L}+ (?:and|or|and\/or) access).{0,20}(?:on (?:a|your) device)/iu;
const CONSENT =
  /consent|einwilligung|zustimm|\baccord\b|consentimiento|consentimento|consenso|toestemming|zgod[ęya]|souhlas|súhlas|pristan|privol|soglasi|hozzájárul|samtyck|samtykke|suostumu|nõusolek|sutikim|piekrišan|consimțăm|onay(?:ınız|la)|rıza|соглас|згод[аиу]|съгласи|συγκατάθεσ|συναίνεσ|同意|동의|موافق|رضایت|הסכמ|ยินยอม|đồng ý|persetujuan|सहमति|change your choices/iu;
/** Further words of walls, beside a head that names privacy. */
const DEVICE =
  /device|gerät|appareil|d[ie]spo[sz]itiv|urządzen|enhe[td]|apparaat|laitte|zařízen|eszköz|cihaz|συσκευ|пристро|устройств|デバイス|기기|装置|裝置|设备|جهاز|מכשיר|อุปกรณ์|thiết bị/iu;
const ACCEPT = /accept|akzept|accett|acept|aceit|zgadza|hyväksy|elfogad|kabul|αποδ[έε]χ|погодж/iu;
/** Privacy and cookies, by stems of the languages that have a word of their own. */
const PRIVACY =
  /privac|privat(?:sphär|liv)|prywatno|integritet|personvern|yksityisy|s[oú][u]?krom|adat\p{L}* (?:véd|kez)|adatvéd|gizlili|confiden[tț]|vie privée|ιδιωτικ|απορρήτ|конф[иі]денц|приватн|поверителн|プライバシ|개인정보|隐私|隱私|個人情報|خصوصي|פרטיות|ส่วนตัว|riêng tư|datenschutz|cookie|куки|werbung weiterlesen/iu;
const HEAD_WORDS_MAX = 7;
const HEAD_UNITS_MAX = 70;
const MATTERS_MIN = 2;
/** Longer texts have something else to say. */
const UNITS_MAX = 2000;
const SIGNS_MIN = 3;
const QUOTED = /["“”„«‘「][^"“”«»’」]{0,400}["”»’」]/g;

/** Heads of pages that want consent first; a headline on the matter says more. */
const WANTING_HEAD =
  /^(?:before you continue|bevor (?:sie|du) (?:fortf|weiter)|avant de continuer|antes de continuar|prima di continuare|voordat (?:je|u) (?:verder|doorg)|zanim przejdziesz|прежде чем продолжить|続行する前に|(?:在您?)?繼續之前|(?:在您?)?继续之前|(?:we|wir|nous|wij) (?:value|respect|care about|schätzen|respektieren|respectons|waarderen|respecteren) (?:your|ihre|deine|votre|je|uw) \p{L}+(?: \p{L}+)?$|(?:szanujemy|valoramos|respetamos|valorizamos|rispettiamo) \p{L}+(?: \p{L}+){0,2}$|(?:your |ihre |votre |tu |su |la tua |uw |jouw )?(?:privacy|privatsphäre|vie privée|privacidad)(?: (?:settings|choices|preferences|notice))?$|(?:datenschutz|privacy|cookie|consent)[- ]?(?:einstellungen|instellingen|zustimmung|settings|consent|wall|gate|notice|policy)$|プライバシー設定|隱私設定|隐私设置)/iu;
/** A page with such a head and a longer text is an article. */
const WANTED_UNITS_MAX = 1500;

/**
 * Whether a page asks for consent to cookies, and tells nothing else.
 * @param text what was found of an article
 * @param shown the beginning of a page that shows next to nothing; empty where it shows more
 */
export function wantsConsent(heads: readonly string[], text: string, shown: string): boolean {
  if (text.length < WANTED_UNITS_MAX && heads.some((head) => WANTING_HEAD.test(head))) return true;
  return asksConsent(text) || (heads.some(isOfPrivacy) && mattersIn(shown) >= MATTERS_MIN);
}

function asksConsent(text: string): boolean {
  // An article quotes whoever speaks of himself.
  if (text.length > UNITS_MAX || !SPEAKER.test(text.replace(QUOTED, ' '))) return false;
  const signs = [COOKIES, PERSONAL_DATA, PARTNERS, CONSENT].filter((sign) => sign.test(text));
  return signs.length >= SIGNS_MIN;
}

/** Whether a short head names privacy. */
function isOfPrivacy(head: string): boolean {
  return (
    head.length <= HEAD_UNITS_MAX &&
    head.split(/\s+/).length <= HEAD_WORDS_MAX &&
    // One word alone is what an article is about.
    !/^[a-z]+$/i.test(head) &&
    PRIVACY.test(head)
  );
}

/** How many matters of consent a page speaks of. */
function mattersIn(shown: string): number {
  const isConsent = CONSENT.test(shown) || ACCEPT.test(shown);
  const matters = [PARTNERS.test(shown), DEVICE.test(shown), COOKIES.test(shown), isConsent];
  return matters.filter(Boolean).length;
}
