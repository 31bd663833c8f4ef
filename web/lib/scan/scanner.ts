import type { ScanReply, ScanTasks } from './scan-messages.ts';

interface Waiting {
  resolve: (output: never) => void;
  reject: (error: Error) => void;
  onPage: ((page: number) => void) | undefined;
}

/** The worker that scans, from the opening of the dialog to its end. */
export class Scanner {
  readonly #worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  readonly #stopping = new AbortController();
  #lastId = 0;
  /** Aborted once it is stopped. */
  readonly stopped = this.#stopping.signal;
  /** Resolves once the worker's script has loaded; rejects when it can't be. */
  readonly ready = this.#wait<null>(0);

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<ScanReply>) => {
      const waiting = this.#waiting.get(data.id);
      if ('page' in data) {
        waiting?.onPage?.(data.page);
        return;
      }
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.output as never);
    };
    this.#worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    };
  }

  #wait<Output>(id: number, onPage?: (page: number) => void): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onPage });
    });
  }

  run<Task extends keyof ScanTasks>(
    task: Task,
    input: ScanTasks[Task]['input'],
    onPage?: (page: number) => void,
  ): Promise<ScanTasks[Task]['output']> {
    this.#lastId += 1;
    this.#worker.postMessage({ id: this.#lastId, task, input });
    return this.#wait(this.#lastId, onPage);
  }

  /** Ends the worker and frees its memory; nothing that runs settles anymore. */
  stop(): void {
    this.#worker.terminate();
    this.#stopping.abort();
  }
}
