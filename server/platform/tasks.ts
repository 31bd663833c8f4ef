import type { FastifyBaseLogger } from 'fastify';

export interface Task {
  name: string;
  /** Milliseconds between the end of one run and the start of the next. */
  every: number;
  /** A run longer than this (ms) counts as stuck and is not waited for. */
  limit: number;
  run: () => Promise<void>;
}

/** Runs background tasks one after the other each in its own rhythm; a failure is logged and tried again. */
export class Tasks {
  readonly #log: FastifyBaseLogger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #tasks = new Map<string, Task>();
  readonly #stuck = new Set<string>();
  #stopped = false;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** Starts a task with its first run now. */
  add(task: Task): void {
    this.#tasks.set(task.name, task);
    this.#plan(task, 0);
  }

  /** Runs a task now (or again right after its current run). */
  nudge(name: string): void {
    const task = this.#tasks.get(name);
    if (task) this.#plan(task, 0);
  }

  /** Names of the tasks whose current run is over its limit. */
  get stuck(): string[] {
    return [...this.#stuck];
  }

  /** Plans nothing more and waits for what runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #plan(task: Task, delay: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timers.get(task.name));
    this.#timers.set(
      task.name,
      setTimeout(() => {
        const before = this.#running.get(task.name) ?? Promise.resolve();
        const run = before.then(() => this.#run(task));
        this.#running.set(task.name, run);
      }, delay),
    );
  }

  async #run(task: Task): Promise<void> {
    if (this.#stopped) return;
    const { promise: overdue, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#stuck.add(task.name);
      this.#log.error({ task: task.name }, 'task is stuck');
      resolve();
    }, task.limit);
    const work = task
      .run()
      .catch((error: unknown) => this.#log.error({ task: task.name, err: error }, 'task failed'))
      .finally(() => {
        clearTimeout(timer);
        this.#stuck.delete(task.name);
      });
    await Promise.race([work, overdue]);
    this.#plan(task, task.every);
  }
}
