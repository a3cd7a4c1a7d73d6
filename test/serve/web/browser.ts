/**
 * Pages in Debian's Chromium: what a reader sees, what a screen reader is told, and what a page asks
 * for. Tests that need it are skipped with a message where there is no such browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page as Tab } from 'playwright-core';
import { isAll } from '../../all.js';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
const executable = PATHS.find((path) => existsSync(path)) ?? null;
export const skip = executable === null ? 'there is no Chromium in /usr/bin' : false;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const LANGUAGES = ['zh', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

const NARROW = { width: 390, height: 900 };
const WIDE = { width: 1280, height: 900 };
/** The smallest telephones. */
const SMALLEST = { width: 360, height: 740 };

/**
 * The looks in which a page is seen, one after the other. Each scheme is checked by axe-core once: by all
 * rules in the first look and, but for a whole run, for faint texts in the other.
 * A page is loaded in the first: readers of Chinese hold a telephone and turn to a wide screen, the
 * others the other way round.
 */
const NARROW_FIRST = [
  { size: NARROW, scheme: 'light', isChecked: true },
  { size: WIDE, scheme: 'light', isChecked: false },
  { size: WIDE, scheme: 'dark', isChecked: true },
  { size: NARROW, scheme: 'dark', isChecked: false },
  { size: SMALLEST, scheme: 'dark', isChecked: false },
] as const;
const WIDE_FIRST = [
  { size: WIDE, scheme: 'light', isChecked: true },
  { size: NARROW, scheme: 'light', isChecked: false },
  { size: NARROW, scheme: 'dark', isChecked: true },
  { size: WIDE, scheme: 'dark', isChecked: false },
  { size: SMALLEST, scheme: 'dark', isChecked: false },
] as const;

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: executable!, args: ['--no-sandbox'] });
}

/** What is wrong with a page; nothing, mostly. */
export interface Faults {
  status: number;
  console: string[];
  foreign: string[];
  overflow: string[];
  axe: string[];
}

/** A page without faults. */
export function clean(status = 200): Faults {
  return { status, console: [], foreign: [], overflow: [], axe: [] };
}

/** A reader of one language, who looks at pages of one service in every width and both schemes. */
export class Reader {
  readonly tab: Tab;
  readonly #base: string;
  readonly #looks: typeof NARROW_FIRST | typeof WIDE_FIRST;
  #faults = clean();

  private constructor(tab: Tab, base: string, language: Language) {
    this.tab = tab;
    this.#base = base;
    this.#looks = language === 'zh' ? NARROW_FIRST : WIDE_FIRST;
    tab.on('console', (message) => {
      if (message.type() === 'error') this.#faults.console.push(message.text());
    });
    tab.on('pageerror', (error) => this.#faults.console.push(error.message));
    tab.on('request', (request) => {
      if (new URL(request.url()).origin !== base) this.#faults.foreign.push(request.url());
    });
  }

  static async start(browser: Browser, base: string, language: Language): Promise<Reader> {
    const context = await browser.newContext({
      locale: language === 'zh' ? 'zh-TW' : 'en-US',
      bypassCSP: false,
      // Colours that fade into each other would be measured half-way.
      reducedMotion: 'reduce',
    });
    // Sent once, and not to each page again: it is half a megabyte.
    await context.addInitScript({ content: AXE });
    return new Reader(await context.newPage(), base, language);
  }

  /** Opens a page and says what is wrong with it. */
  async open(path: string): Promise<Faults> {
    this.#faults = clean(0);
    const faults = this.#faults;
    await this.#look(this.#looks[0]);
    const response = await this.tab.goto(`${this.#base}${path}`, { waitUntil: 'load' });
    faults.status = response?.status() ?? 0;
    // Chromium itself tells of a page that is not there.
    if (faults.status >= 400) {
      faults.console = faults.console.filter((line) => !/status of 4/.test(line));
    }
    for (const look of this.#looks) {
      await this.#look(look);
      const name = `${look.size.width} ${look.scheme}: `;
      const wide = [
        ...(await this.tab.evaluate<string[]>(OVERFLOW)),
        ...(await this.tab.evaluate<string[]>(SQUEEZED)),
      ];
      faults.overflow.push(...wide.map((line) => name + line));
      if (!look.isChecked) continue;
      const isFirst = look === this.#looks[0];
      const violations = await this.tab.evaluate<string[]>(
        isFirst || isAll ? VIOLATIONS : FAINT_TEXTS,
      );
      faults.axe.push(...violations.map((line) => name + line));
    }
    return faults;
  }

  /** What went wrong since the last page was opened. */
  get faults(): Faults {
    return this.#faults;
  }

  close(): Promise<void> {
    return this.tab.context().close();
  }

  async #look({ size, scheme }: (typeof NARROW_FIRST)[number]): Promise<void> {
    await this.tab.setViewportSize(size);
    await this.tab.emulateMedia({ colorScheme: scheme });
  }
}

/** Elements that stick out, where the page can be moved sideways. Text, because it runs there. */
const OVERFLOW = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 5)
    .map((element) => element.outerHTML.slice(0, 200));
})()`;

/** Cells of tables in which a text stands one letter below the other. */
const SQUEEZED = `[...document.querySelectorAll('th, td')]
  .filter((cell) => {
    const letter = parseFloat(getComputedStyle(cell).fontSize);
    const { width, height } = cell.getBoundingClientRect();
    return cell.textContent.trim().length > 2 && width > 0 && width < 2.2 * letter && height > 5 * letter;
  })
  .slice(0, 3)
  .map((cell) => 'squeezed: ' + cell.outerHTML.slice(0, 200))`;

const VIOLATIONS = violationsBy('');

/** What a colour scheme can change. */
const FAINT_TEXTS = violationsBy(`runOnly: ['color-contrast'], `);

function violationsBy(rules: string): string {
  return `axe.run(document, { ${rules}resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')))`;
}
