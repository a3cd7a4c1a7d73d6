/**
 * Looks into the main thread of a process that was started with `--inspect`: the size of its heap when
 * everything without a reference is gone.
 */
import { once } from 'node:events';
import { WebSocket } from 'undici';

interface Answer {
  id: number;
  result: { result?: { value: string } };
}

/** What a main thread takes; both without garbage. */
export interface MemoryUse {
  heapBytes: number;
  /** Buffers and the like, which are outside the heap. */
  externalBytes: number;
}

export class Inspected {
  readonly #socket: WebSocket;
  #calls = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** @param port what `--inspect=127.0.0.1:PORT` named. */
  static async open(port: number): Promise<Inspected> {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
    await once(socket as unknown as EventTarget, 'open');
    return new Inspected(socket);
  }

  /** Collects garbage twice, for what the first time finalises, and measures. */
  async memoryUse(): Promise<MemoryUse> {
    await this.#call('HeapProfiler.enable', {});
    await this.#call('HeapProfiler.collectGarbage', {});
    await this.#call('HeapProfiler.collectGarbage', {});
    const expression = 'JSON.stringify(process.memoryUsage())';
    const { result } = await this.#call('Runtime.evaluate', { expression, returnByValue: true });
    const { heapUsed, external } = JSON.parse(result.result!.value) as NodeJS.MemoryUsage;
    return { heapBytes: heapUsed, externalBytes: external };
  }

  close(): void {
    this.#socket.close();
  }

  #call(method: string, params: object): Promise<Answer> {
    const id = ++this.#calls;
    return new Promise((resolve) => {
      const look = ({ data }: { data: unknown }): void => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        this.#socket.removeEventListener('message', look);
        resolve(answer);
      };
      this.#socket.addEventListener('message', look);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
