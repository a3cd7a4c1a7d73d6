/**
 * A copy of this checkout and of what is compiled of it, in which one file at a time is broken.
 *
 * Invariant: nothing is ever written to the checkout that it was made of. Packages are shared with it.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { type Mutant, mutated } from './mutant.js';

/** Not copied: shared, or of no use to a test. */
const LEFT_OUT = new Set(['node_modules', '.git', '.tap']);
/** A test file that takes longer than this has failed. */
const TEST_S_MAX = 300;
/** Of what failed, so much is shown. */
const FAILURE_CHARS_MAX = 100;

/** How a test file went. */
export interface TestRun {
  passed: boolean;
  /** What failed first; empty where nothing did. */
  failure: string;
  seconds: number;
}

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export class Checkout {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tagwire-mutants-'));

  constructor() {
    for (const name of readdirSync(root)) {
      if (LEFT_OUT.has(name)) continue;
      cpSync(join(root, name), join(this.#folder, name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'), 'dir');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Does something while the mutant is in the compiled file. Types are not checked. */
  async with<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
    const outputText = compiledOf(mutant, this.#folder);
    const compiled = join(this.#folder, 'dist', mutant.file.replace(/\.tsx?$/, '.js'));
    const whole = readFileSync(compiled);
    writeFileSync(compiled, outputText);
    try {
      return await work();
    } finally {
      writeFileSync(compiled, whole);
    }
  }

  /**
   * Runs a test file, named as in `Mutant.noticedBy`, up to its first failure.
   * @param secondsMax after these it has failed: a mutant may wait for ever.
   */
  async test(name: string, secondsMax = TEST_S_MAX): Promise<TestRun> {
    const startMs = performance.now();
    const child = spawn(process.execPath, [join('dist', 'test', `${name}.test.js`)], {
      cwd: this.#folder,
      env: { ...process.env, TAP_BAIL: '1', TAP_TIMEOUT: String(secondsMax) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it has started ends with it.
      detached: true,
    });
    const end = (): void => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // Nothing of it is left.
      }
    };
    const deadline = setTimeout(end, secondsMax * 1000);
    let said = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const code = await new Promise((resolve) => {
      child.on('exit', (code, signal) => {
        end();
        resolve(code ?? signal);
      });
    });
    clearTimeout(deadline);
    const seconds = (performance.now() - startMs) / 1000;
    // A file that says nothing of what it has counted broke off.
    const passed = code === 0 && /^# \{ .*pass: \d+.* \}$/m.test(said);
    return { passed, failure: passed ? '' : failureIn(said, errors, code), seconds };
  }
}

/** The compiled file with the mutant in it. @throws Error where that is no code. */
function compiledOf(mutant: Mutant, folder: string): string {
  const source = mutated(readFileSync(join(folder, mutant.file), 'utf8'), mutant);
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    // A single file does not say that its package is one of modules.
    compilerOptions: {
      ...options,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      sourceMap: false,
    },
    fileName: join(folder, mutant.file),
    reportDiagnostics: true,
  });
  for (const { messageText } of diagnostics) {
    const reason = ts.flattenDiagnosticMessageText(messageText, ' ');
    throw new Error(`${mutant.file} with this mutant is no code: ${reason}\n${mutant.instead}`);
  }
  return outputText;
}

/** The first assertion that failed, or what was said as it broke off. */
function failureIn(said: string, errors: string, code: unknown): string {
  const failed = [...said.matchAll(/^\s*not ok \d+ - (.*?)(?: # time=.*)?(?: \{)?$/gm)]
    .map(([, title = '']) => title)
    .find((title) => !/ # (SKIP|TODO)/.test(title));
  const what = failed ?? /^\w*Error.*$/m.exec(errors)?.[0] ?? `it ended with ${code}`;
  return what.slice(0, FAILURE_CHARS_MAX);
}
