/** A server as a user starts it: a process of its own, on ports that are free. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { main, type Owner, threadsHere } from './run-command.js';

const PORTS = ['--blog-port', '0', '--news-port', '0', '--admin-port', '0'];
const READY_TRIES = 400;
const READY_PAUSE_MS = 50;

export interface Served {
  newsUrl: string;
  blogUrl: string;
  pid: number;
  /** The command that it names for signing the owner in. */
  signIn: string;
  /** A JSON answer of the news service. */
  news<T>(path: string): Promise<T>;
  /** The text of a page or feed of the news service. */
  text(path: string): Promise<string>;
  /** Ends it; its exit code. */
  stop(): Promise<number>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** Serves a data folder until its test ends. Resolves when it is ready. */
export async function served(
  owner: Owner & { teardown(work: () => Promise<void>): void },
  data: string,
  ...args: string[]
): Promise<Served> {
  const environment = { PATH: process.env.PATH, TAGWIRE_DATA: data, TAGWIRE_LOG_LEVEL: 'warn' };
  const line = [...threadsHere, main, 'serve', ...PORTS, ...args];
  const child = spawn(process.execPath, line, { env: environment });
  const closed = once(child, 'close') as Promise<[number]>;
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const stop = async (): Promise<number> => {
    child.kill('SIGTERM');
    return (await closed)[0];
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
  };
  owner.teardown(async () => void (await stop()));
  const addresses = new Map<string, string>();
  let signIn = '';
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, url] =
      /^(news|blog|metrics)\S* (?:service )? *(http:\/\/[\d.:]+)/.exec(line) ?? [];
    if (name !== undefined) addresses.set(name, url!);
    signIn = /^sign in.*"tagwire (.*)"/.exec(line)?.[1] ?? '';
    if (signIn !== '') break;
  }
  const newsUrl = addresses.get('news');
  if (newsUrl === undefined) throw new Error(`the server did not start: ${said}`);
  await ready(addresses.get('metrics')!);
  const text = async (path: string): Promise<string> => (await answerOf(newsUrl + path)).text();
  return {
    newsUrl,
    blogUrl: addresses.get('blog')!,
    pid: child.pid!,
    signIn,
    news: async <T>(path: string): Promise<T> => JSON.parse(await text(path)) as T,
    text,
    stop,
    kill,
  };
}

/** An answer; where its index is still being read, which a server that is ready may say, the one after. */
async function answerOf(url: string): Promise<Response> {
  for (let tried = 0; tried < READY_TRIES; tried++) {
    const answer = await fetch(url);
    if (answer.status !== 503) return answer;
    await answer.text();
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS));
  }
  throw new Error(`${url} is not there`);
}

async function ready(adminUrl: string): Promise<void> {
  for (let tried = 0; tried < READY_TRIES; tried++) {
    const { ok } = await fetch(`${adminUrl}/readyz`);
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS));
  }
  throw new Error('the server did not become ready');
}
