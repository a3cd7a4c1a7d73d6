/**
 * Pages in Debian's Chromium: what a reader sees, what a screen reader is told, and what a page asks
 * for. Tests that need it are skipped with a message where there is no such browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page as Tab } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
export const executable = PATHS.find((path) => existsSync(path)) ?? null;
export const skip = executable === null ? 'there is no Chromium in /usr/bin' : false;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDTHS = [390, 1280] as const;
const HEIGHT = 900;

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: executable!, args: ['--no-sandbox'] });
}

/** What a browser keeps of somebody who is signed in. */
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** How a page is looked at. */
export interface Look {
  width: number;
  language: 'zh' | 'en';
  scheme: 'light' | 'dark';
}

/** Every width, in both languages and both schemes. */
export const LOOKS: readonly Look[] = WIDTHS.flatMap((width) =>
  (['zh', 'en'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((scheme) => ({ width, language, scheme })),
  ),
);

/** What is wrong with a page; nothing, mostly. */
export interface Faults {
  status: number;
  console: string[];
  foreign: string[];
  overflow: string[];
  axe: string[];
}

/** Opens a page and says what is wrong with it. */
export async function lookAt(
  browser: Browser,
  url: string,
  { width, language, scheme }: Look,
  then?: (tab: Tab) => Promise<void>,
  cookies: Cookies = [],
): Promise<Faults> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    locale: language === 'zh' ? 'zh-TW' : 'en-US',
    colorScheme: scheme,
    // The checker is put into the page from outside.
    bypassCSP: false,
  });
  await context.addCookies(cookies);
  const faults: Faults = { status: 0, console: [], foreign: [], overflow: [], axe: [] };
  try {
    const tab = await context.newPage();
    const { origin } = new URL(url);
    tab.on('console', (message) => {
      if (message.type() === 'error') faults.console.push(message.text());
    });
    tab.on('pageerror', (error) => faults.console.push(error.message));
    tab.on('request', (request) => {
      if (!request.url().startsWith(origin)) faults.foreign.push(request.url());
    });
    const response = await tab.goto(url, { waitUntil: 'load' });
    faults.status = response?.status() ?? 0;
    faults.overflow = await tab.evaluate(OVERFLOW);
    await tab.evaluate(AXE);
    faults.axe = await tab.evaluate(VIOLATIONS);
    await then?.(tab);
  } finally {
    await context.close();
  }
  return faults;
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

const VIOLATIONS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')))`;
