/**
 * Texts that want to be more than text, and the check that they are not: every way out of a place in a
 * page, with every way to run something there, and forms that confuse parsers and filters.
 *
 * Each carries `MARK`, in the name of an element or attribute or in an address, so whatever of a text
 * becomes markup names itself.
 */
import { Parser } from 'htmlparser2';
import { isAll } from '../../all.js';

/** Stands in every text; in a page it may stand in texts and in certain values alone. */
export const MARK = 'x5s';

/** Ways out of where a text may stand. */
const EXITS = [
  '',
  '">',
  "'>",
  '`>',
  '--></title>',
  '</script>',
  '</style>',
  '</textarea>',
  '</svg>',
  '</noscript>',
  '</template>',
  ']]>',
];

/** Ways to run something, or to lead away, once out. */
const DEEDS = [
  `<${MARK}-a onclick=alert(1)>`,
  `<script id=${MARK}>alert(1)</script>`,
  `<img ${MARK} src=x onerror=alert(1)>`,
  `<svg ${MARK} onload=alert(1)>`,
  `<svg><a ${MARK} xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
  `<svg><animate ${MARK} attributeName=href values="javascript:alert(1)" /></svg>`,
  `<math><mtext><style><img ${MARK} src=x onerror=alert(1)></style></mtext></math>`,
  `<iframe ${MARK} srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>`,
  `<object ${MARK} data="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"></object>`,
  `<form ${MARK} action="javascript:alert(1)"><button>x</button></form>`,
  `<details ${MARK} open ontoggle=alert(1)>x</details>`,
  `<link ${MARK} rel=stylesheet href="https://evil.example/x.css">`,
  `<meta ${MARK} http-equiv=refresh content="0;url=javascript:alert(1)">`,
  `<base ${MARK} href="https://evil.example/">`,
];

/** Attributes that a text would add where quotes do not hold it. */
const ATTRIBUTES = [
  `" ${MARK} autofocus onfocus=alert(1) x="`,
  `' ${MARK} onmouseover=alert(1) x='`,
  `\` ${MARK} onpointerenter=alert(1) x=\``,
  `"${MARK}=1 style="background:url(https://evil.example/x)" x="`,
  `"\t${MARK}\tonanimationstart=alert(1)\tx="`,
  `"\f${MARK}\fonerror=alert(1)\fx="`,
  `"/${MARK}/onload=alert(1)/x="`,
  ` ${MARK} onclick=alert(1) `,
];

/** Addresses that run something, or are another host's. */
export const ADDRESSES = [
  `javascript:alert('${MARK}')`,
  `JaVaScRiPt:alert('${MARK}')`,
  ` javascript:alert('${MARK}')`,
  `java\tscript:alert('${MARK}')`,
  `java\nscript:alert('${MARK}')`,
  `\u0001javascript:alert('${MARK}')`,
  `javascript://gazette.example/%0aalert('${MARK}')`,
  `data:text/html,<script>alert('${MARK}')</script>`,
  `data:text/html;base64,PHNjcmlwdD4=${MARK}`,
  `data:image/svg+xml,<svg onload=alert('${MARK}')>`,
  `vbscript:msgbox('${MARK}')`,
  `view-source:javascript:alert('${MARK}')`,
  `blob:https://evil.example/${MARK}`,
  `file:///etc/${MARK}`,
  `//evil.example/${MARK}`,
  `/\\evil.example/${MARK}`,
  `https:evil.example/${MARK}`,
];

/** Forms that a filter takes for harmless, and a careless parser does not. */
export const DISGUISES = [
  `&lt;script ${MARK}&gt;alert(1)&lt;/script&gt;`,
  `&#60;script ${MARK}&#62;alert(1)&#60;/script&#62;`,
  `&#x3c;script ${MARK}&#x3e;alert(1)`,
  `%3Cscript ${MARK}%3Ealert(1)%3C/script%3E`,
  `\\u003cscript ${MARK}\\u003ealert(1)`,
  `\uff1cscript ${MARK}\uff1ealert(1)\uff1c/script\uff1e`,
  `<scr<script ${MARK}>ipt>alert(1)</scr</script>ipt>`,
  `<ScRiPt ${MARK}>alert(1)</sCrIpT>`,
  `<script/${MARK}>alert(1)</script >`,
  `<script\u0000${MARK}>alert(1)</script>`,
  `\u0000<script ${MARK}>alert(1)</script>`,
  `<\u0000script ${MARK}>alert(1)</script>`,
  `\u2028<script ${MARK}>alert(1)</script>\u2029`,
  `\ufeff<script ${MARK}>alert(1)</script>`,
  `\u202e<script ${MARK}>alert(1)</script>`,
  `<!--><img ${MARK} src=x onerror=alert(1)>-->`,
  `<!-- --!><img ${MARK} src=x onerror=alert(1)>`,
  `<![CDATA[<img ${MARK} src=x onerror=alert(1)>]]>`,
  `<?xml-stylesheet ${MARK} href="javascript:alert(1)"?>`,
  `<!DOCTYPE ${MARK} [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;`,
  `<noscript><p title="</noscript><img ${MARK} src=x onerror=alert(1)>">`,
  `<table><td background="javascript:alert('${MARK}')">`,
  `{{constructor.constructor("alert('${MARK}')")()}}`,
  `\${alert('${MARK}')}`,
  `<%= ${MARK} %>`,
  `#{${MARK}}`,
  `</${MARK}`,
  `<${MARK}`,
  `<!--${MARK}`,
  `<script>var ${MARK} = 1`,
  `</script><script ${MARK}>"`,
  `","${MARK}":"</script><script>alert(1)</script>`,
  `\\"};alert('${MARK}');//`,
  `__proto__ ${MARK}`,
  `\r\nset-cookie: ${MARK}=1\r\n\r\n<script>alert(1)</script>`,
  `<style>@import "https://evil.example/${MARK}.css"</style>`,
  `<button popovertarget=${MARK} onbeforetoggle=alert(1)>`,
  `<input ${MARK} type=image src=x onerror=alert(1) formaction="javascript:alert(1)">`,
  `<a id=${MARK} name=location href="https://evil.example/">`,
];

/** All of them: more than two hundred. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...EXITS.flatMap((exit) => DEEDS.map((deed) => exit + deed)),
  ...ATTRIBUTES,
  ...ADDRESSES,
  ...DISGUISES,
];

/** Ways out and deeds in turns: each of both is met. */
const TURNS = DEEDS.map((deed, at) => EXITS[at % EXITS.length] + deed);

/** What is sent through a whole server: in a whole run all, else every text but for most pairs of an exit and a deed. */
export const SENT_TEXTS: readonly string[] = isAll
  ? HOSTILE_TEXTS
  : [...TURNS, ...ATTRIBUTES, ...ADDRESSES, ...DISGUISES];

/** One of each way, where all of them would take too long. */
export const HOSTILE_SAMPLE: readonly string[] = [
  ...TURNS,
  ...ATTRIBUTES.slice(0, 3),
  ...ADDRESSES.slice(0, 3),
];

/** Elements that no page of ours has. */
const FORBIDDEN =
  'iframe object embed base style math animate foreignobject noscript template frame frameset applet portal'.split(
    ' ',
  );
/** Attributes that hold texts, or escaped parts of paths. */
const MAY_HOLD =
  'content value title aria-label alt href placeholder lang data-values datetime label action'.split(
    ' ',
  );
const LEADING = 'href src action formaction xlink:href data poster background'.split(' ');

/** What the check is told of an element: its name, and its attributes. */
type Seen = [name: string, attributes: [string, string][]];

/** What of an element would run, leads where it must not, or was a text. */
function faultsOfElement([name, attributes]: Seen): string[] {
  const faults: string[] = [];
  const has = (attribute: string): string | undefined =>
    attributes.find(([one]) => one === attribute)?.[1];
  if (FORBIDDEN.includes(name) || name.includes(MARK)) faults.push(`<${name}>`);
  if (name === 'meta' && has('http-equiv') !== undefined) faults.push('<meta http-equiv>');
  const isData = has('type') === 'application/ld+json' && has('src') === undefined;
  if (name === 'script' && !isData && !/^\/assets\/[\w.-]+\.js$/.test(has('src') ?? '')) {
    faults.push('<script>');
  }
  if (name === 'img' && !/^\/icons\/[0-9a-f]{16}\.png$/.test(has('src') ?? ''))
    faults.push('<img>');
  if (name === 'link' && has('rel') === 'stylesheet' && !/^\/assets\//.test(has('href') ?? '')) {
    faults.push('<link rel=stylesheet>');
  }
  for (const [attribute, value] of attributes) {
    if (attribute.startsWith('on') || attribute === 'style') faults.push(attribute);
    if (attribute.includes(MARK)) faults.push(`attribute ${attribute}`);
    if (value.includes(MARK) && !MAY_HOLD.includes(attribute)) faults.push(`${attribute}=${value}`);
    if (LEADING.includes(attribute) && !/^(\/(?![/\\])|https?:\/\/|#|\?)/.test(value)) {
      faults.push(`${attribute}=${value}`);
    }
    if (LEADING.includes(attribute) && /^https?:\/\/evil\.example/.test(value)) {
      faults.push(`${attribute}=${value}`);
    }
  }
  return faults;
}

/** What of a page would run, or leads where it must not, as a tolerant parser reads it. */
export function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) =>
      faults.push(...faultsOfElement([name, Object.entries(attributes)])),
  });
  parser.end(html);
  return faults;
}

/** The same of elements that a browser made. */
export function faultsOfElements(elements: readonly Seen[]): string[] {
  return elements.flatMap(faultsOfElement);
}

/** In a browser: all elements of each document, as its own parser makes them. */
export const ELEMENTS_OF = `(pages) => pages.map((html) =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')].map((element) => [
    element.localName,
    [...element.attributes].map(({ name, value }) => [name, value]),
  ]),
)`;
