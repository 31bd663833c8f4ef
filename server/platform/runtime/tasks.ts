import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';

export interface Task {
  name: string;
  /** Milliseconds between the end of one run and the start of the next. */
  every: number;
  /** Milliseconds after a run that failed; `every`, but a minute at most, unless set. */
  retryAfter?: number;
  /** A run longer than this (ms) counts as stuck; the next one starts regardless. */
  limit: number;
  run: () => Promise<void>;
}

/** Does the work for each item, also after one that failed, and then throws the first error. */
export async function forEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** The last finished run of a task. */
export interface TaskRun {
  endedAt: Date;
  seconds: number;
  failed: boolean;
  /** Of all runs since the start. */
  total: { runs: number; failures: number; seconds: number };
}

/** The longest pause after a run that failed or is stuck, for tasks without their own (ms). */
const retryMs = 60_000;
/** How long `stop` waits for the current runs (ms). */
const stopMs = 3_000;

/** Runs background tasks, each at its own interval and never twice at once; logs failures and retries, within a minute by default. */
export class Tasks {
  readonly #log: FastifyBaseLogger;
  readonly #now: () => Date;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #tasks = new Map<string, Task>();
  readonly #stuck = new Set<string>();
  readonly #runs = new Map<string, TaskRun>();
  /** A task that a request wakes isn't part of that request, nor are its later runs. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #stopping: Promise<void> | null = null;

  constructor(log: FastifyBaseLogger, now: () => Date) {
    this.#log = log;
    this.#now = now;
  }

  /** Adds a task and runs it now. */
  add(task: Task): void {
    this.#tasks.set(task.name, task);
    this.#schedule(task, 0);
  }

  /** Runs a task now (or again right after its current run). */
  wake(name: string): void {
    const task = this.#tasks.get(name);
    if (task) this.#schedule(task, 0);
  }

  get names(): string[] {
    return [...this.#tasks.keys()];
  }

  /** Names of the tasks whose current run is over its limit. */
  get stuck(): string[] {
    return [...this.#stuck];
  }

  /** The last run of each task that has run, by name. */
  get runs(): ReadonlyMap<string, TaskRun> {
    return this.#runs;
  }

  /** Schedules nothing more and waits for the current runs, but not for one that hangs. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, stopMs);
    await Promise.race([Promise.all(this.#running.values()), late]);
    clearTimeout(timer);
  }

  #schedule(task: Task, delay: number): void {
    if (this.#stopping !== null) return;
    clearTimeout(this.#timers.get(task.name));
    this.#timers.set(
      task.name,
      setTimeout(() => {
        const before = this.#running.get(task.name) ?? Promise.resolve();
        const run = this.#outside(() => before.then(() => this.#run(task)));
        this.#running.set(task.name, run);
      }, delay),
    );
  }

  async #run(task: Task): Promise<void> {
    if (this.#stopping !== null) return;
    const { promise: overdue, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      this.#stuck.add(task.name);
      this.#log.error({ task: task.name }, 'task is stuck');
      resolve(false);
    }, task.limit);
    const from = performance.now();
    const work = Promise.try(task.run)
      .then(() => true)
      .catch((error: unknown) => {
        this.#log.error({ task: task.name, err: error }, 'task failed');
        return false;
      })
      .then((succeeded) => {
        clearTimeout(timer);
        this.#stuck.delete(task.name);
        const seconds = (performance.now() - from) / 1000;
        const failed = !succeeded;
        const { total = { runs: 0, failures: 0, seconds: 0 } } = this.#runs.get(task.name) ?? {};
        total.runs += 1;
        total.failures += Number(failed);
        total.seconds += seconds;
        this.#runs.set(task.name, { endedAt: this.#now(), seconds, failed, total });
        return succeeded;
      });
    const isDone = await Promise.race([work, overdue]);
    this.#schedule(task, isDone ? task.every : (task.retryAfter ?? Math.min(task.every, retryMs)));
  }
}
