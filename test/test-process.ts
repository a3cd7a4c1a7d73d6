/** A process that runs test files one after the other (`test/batch.ts`). */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileCounts } from './batch.js';
import type { Cheapness } from './cheap.js';

/** For one file, and for one test in it; a whole run has more rounds, on a disk. */
const TIMEOUT_S = { usual: 300, all: 900 };

/** A file that ignores its own timeout is ended; so is a process that does not end after its last file. */
const GRACE_S = 30;

/** Linux counts processor time in these, whatever its kernel does. */
const TICKS_PER_SECOND = 100;

/** Where the four counts of processor time begin: own and children's, in programs and in the system. */
const UTIME = 11;

/** What a file reported. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: string[];
  output: string;
  /** Processor time, in seconds. */
  cpuS: number;
}

const batch = join(dirname(fileURLToPath(import.meta.url)), 'batch.js');

export class TestProcess {
  readonly #timeoutS: number;
  readonly #child: ChildProcess;
  readonly #closed: Promise<number | NodeJS.Signals | null>;
  #output = '';
  #errors = '';
  #cpuS = 0;
  #isOver = false;
  #counts: FileCounts | undefined;
  #heard: () => void = () => undefined;

  /** @param root the folder that names of files start from */
  constructor(root: string, isAll: boolean, cheap: Cheapness) {
    this.#timeoutS = isAll ? TIMEOUT_S.all : TIMEOUT_S.usual;
    this.#child = spawn(process.execPath, [...cheap.arguments, batch], {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: cheap.folder,
        TAP_TIMEOUT: String(this.#timeoutS),
        ...(isAll && { TAGWIRE_TEST_ALL: '1' }),
      },
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    });
    const { stdin, stdout, stderr } = this.#child;
    stdin!.on('error', () => undefined);
    stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
      this.#heard();
    });
    stderr!.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
    // Tests send messages of their own, as where a child tells its parent of a timeout.
    this.#child.on('message', (message: Partial<FileCounts>) => {
      if (message.file === undefined) return;
      this.#counts = message as FileCounts;
      this.#heard();
    });
    this.#closed = new Promise((resolve) => {
      this.#child.on('close', (code, signal) => {
        this.#isOver = true;
        this.#heard();
        resolve(code ?? signal);
      });
    });
  }

  /** Runs a file; one that dies or breaks off has failed, whatever it said before. */
  async run(file: string): Promise<Outcome> {
    this.#output = '';
    this.#errors = '';
    this.#counts = undefined;
    const deadline = this.#killAfter(this.#timeoutS + GRACE_S);
    const counts = await new Promise<FileCounts | undefined>((resolve) => {
      this.#heard = () => {
        if (this.#isOver || (this.#counts && this.#hasReported(file))) resolve(this.#counts);
      };
      this.#heard();
      this.#child.stdin!.write(`${file}\n`);
    });
    clearTimeout(deadline);
    const cpuBeforeS = this.#cpuS;
    this.#cpuS = Math.max(cpuBeforeS, cpuSOf(this.#child.pid));
    return {
      passed: counts?.passed ?? 0,
      failed: counts?.failed ?? 1,
      skipped: this.#output.split('\n').filter((line) => /# SKIP/.test(line)),
      output: `${this.#output}\n${this.#errors}`,
      cpuS: this.#cpuS - cpuBeforeS,
    };
  }

  /** Ends the process. @returns what went wrong after its last file; undefined where nothing did */
  async end(): Promise<string | undefined> {
    const deadline = this.#killAfter(GRACE_S);
    this.#child.stdin!.end();
    const end = await this.#closed;
    clearTimeout(deadline);
    if (end === 0) return undefined;
    return `${this.#output}\n${this.#errors}\n# a process of test files ended with ${end}`;
  }

  /** Whether the line that closes a file's report has come, which may be after the message. */
  #hasReported(file: string): boolean {
    return this.#output.includes(` - ${file} # time=`);
  }

  #killAfter(seconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#child.kill('SIGKILL'), seconds * 1000);
  }
}

/** Processor time of a process and of the children that it waited for; 0 where the system does not tell it. */
function cpuSOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // After the name, which may contain blanks, the state is the third field of the manual's list.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(UTIME, UTIME + 4).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
