/**
 * Runs the threads of a server inside the thread of its test: each is still behind a message port, which
 * copies and moves what is sent as between threads, and has its own writer; but no thread compiles all
 * modules again, which costs more than most tests. Loaded for its effect by files of tests.
 *
 * Not here: limits of a thread's time and memory, deaths, priorities. Tests of those have real threads; so
 * has every test where `TAGWIRE_TEST_ALL` is 1.
 */
import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import workers, { type MessagePort, type TransferListItem } from 'node:worker_threads';
import { Piscina } from 'piscina';

type Handler = (task: unknown) => unknown;

/** What piscina tells a thread first. */
interface Opening {
  filename: string;
  port: MessagePort;
  sharedBuffer: Int32Array;
}

/** What is asked of a thread, by its number; and its own side of the memory that counts replies. */
interface Task {
  taskId: number;
  task: unknown;
}

/** What a thread returns where buffers of it move. */
interface Movable {
  [TRANSFERABLE]: TransferListItem[];
  [VALUE]: unknown;
}

const TRANSFERABLE: unique symbol = Piscina.transferableSymbol as never;
const VALUE: unique symbol = Piscina.valueSymbol as never;
const RESPONSES_FIELD = 1;
const READY = '_WORKER_READY';

const piscina = dirname(createRequire(import.meta.url).resolve('piscina'));
const { commonState } = createRequire(import.meta.url)(join(piscina, 'common.js')) as {
  commonState: { workerData: unknown };
};
const pooled = join(piscina, 'worker.js');
const RealWorker = workers.Worker;

let threads = 0;
/** Entries are loaded one after the other: each reads its data while it is. */
let loading: Promise<unknown> = Promise.resolve();

async function load(filename: string, thread: number, data: unknown): Promise<Handler> {
  commonState.workerData = data;
  Object.assign(workers, { workerData: data });
  syncBuiltinESMExports();
  const url = `${pathToFileURL(filename).href}?thread=${thread}`;
  return ((await import(url)) as { default: Handler }).default;
}

/** As much of a worker as piscina uses. */
class WorkerHere extends EventEmitter {
  readonly threadId: number;
  readonly #data: unknown;
  #isOver = false;

  constructor(data: unknown) {
    super();
    threads += 1;
    this.threadId = threads;
    this.#data = structuredClone(data);
  }

  postMessage({ filename, port, sharedBuffer }: Opening): void {
    const loaded = loading.then(() => load(filename, this.threadId, this.#data));
    loading = loaded.catch(() => undefined);
    loaded.then(
      (handler) => {
        if (this.#isOver) return;
        port.on('message', (task: Task) => void this.#answer(handler, port, sharedBuffer, task));
        port.unref();
        this.emit('message', { [READY]: true });
      },
      (error) => this.emit('error', error),
    );
  }

  async #answer(
    handler: Handler,
    port: MessagePort,
    counts: Int32Array,
    { taskId, task }: Task,
  ): Promise<void> {
    let reply: object;
    let transfer: TransferListItem[] = [];
    try {
      let result = await handler(task);
      if (isMovable(result)) {
        transfer = result[TRANSFERABLE];
        result = result[VALUE];
      }
      reply = { taskId, result, error: null, time: null };
    } catch (error) {
      reply = { taskId, result: null, error, time: null };
    }
    if (this.#isOver) return;
    port.postMessage(reply, transfer);
    Atomics.add(counts, RESPONSES_FIELD, 1);
  }

  async terminate(): Promise<number> {
    if (!this.#isOver) setImmediate(() => this.emit('exit', 1));
    this.#isOver = true;
    return 1;
  }

  ref(): void {}

  unref(): void {}
}

function isMovable(result: unknown): result is Movable {
  return typeof result === 'object' && result !== null && TRANSFERABLE in result;
}

if (process.env.TAGWIRE_TEST_ALL !== '1') {
  workers.Worker = new Proxy(RealWorker, {
    construct: (Real, [filename, options]: ConstructorParameters<typeof RealWorker>) =>
      filename === pooled ? new WorkerHere(options?.workerData) : new Real(filename, options),
  });
  // A thread lowers its own priority; here it would be the one of the test.
  os.setPriority = () => undefined;
  syncBuiltinESMExports();
}
