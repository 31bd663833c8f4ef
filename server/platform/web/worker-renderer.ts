import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CallError, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { general } from '#contract/messages/general.ts';
import { HttpError } from '../errors.ts';
import { root } from '../root.ts';
import type { PageHost, PageRequest, RenderedPage } from './render-page.ts';
import type { FromWorker, ToWorker } from './render-worker.ts';

/** Renders pages. */
export interface PageRenderer {
  render: (request: PageRequest, host: PageHost) => Promise<RenderedPage>;
  /** The version of the build. */
  version: () => Promise<string>;
  close: () => Promise<void>;
}

/** Milliseconds that a render may take: longer than the page's own limits on its data and its stream. */
const defaultDeadlineMs = 20_000;

const byName = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]));

interface Running {
  host: PageHost;
  done: PromiseWithResolvers<RenderedPage>;
}

/** A worker thread with the renders it is working on. */
class RenderThread {
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  readonly #version = Promise.withResolvers<string>();
  readonly #deadlineMs: number;
  #lastId = 0;
  isOver = false;

  constructor(buildUrl: string, deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
    this.#version.promise.catch(() => {});
    this.#worker = new Worker(join(root, 'server/platform/web/render-worker.ts'), {
      workerData: buildUrl,
      // Young generations are cheap to collect but kept for good, so a flood must not grow them.
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    let reason: unknown;
    this.#worker.on('error', (error) => {
      reason = error;
    });
    this.#worker.on('exit', () => this.#end(reason));
  }

  get version(): Promise<string> {
    return this.#version.promise;
  }

  async render(request: PageRequest, host: PageHost): Promise<RenderedPage> {
    this.#lastId += 1;
    const id = this.#lastId;
    const done = Promise.withResolvers<RenderedPage>();
    this.#running.set(id, { host, done });
    const { publicUrl, recaptchaSiteKey } = host;
    this.#send({ type: 'render', id, request, publicUrl, recaptchaSiteKey });
    const timer = setTimeout(() => void this.close(), this.#deadlineMs);
    try {
      return await done.promise;
    } finally {
      clearTimeout(timer);
      this.#running.delete(id);
    }
  }

  async close(): Promise<void> {
    this.isOver = true;
    await this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    if (message.type === 'loaded') {
      this.#version.resolve(message.version);
      return;
    }
    const running = this.#running.get(message.id);
    if (!running) return;
    if (message.type === 'rendered') running.done.resolve(message.page);
    else if (message.type === 'failed') running.done.reject(message.error);
    else if (message.type === 'log') running.host.logError(message.error);
    else void this.#answer(running.host, message);
  }

  async #answer(
    { call, logError }: PageHost,
    { call: id, name, input }: FromWorker & { type: 'call' },
  ): Promise<void> {
    try {
      const endpoint = byName.get(name);
      if (!endpoint) throw new Error(`unknown endpoint: ${name}`);
      const value: unknown = await call(endpoint, input as object);
      this.#send({ type: 'result', call: id, value });
    } catch (error) {
      const isExpected = error instanceof CallError;
      if (!isExpected) logError(error);
      const { status, body } = isExpected
        ? error
        : { status: 500, body: { error: general.unexpected } };
      this.#send({ type: 'failure', call: id, status, body });
    }
  }

  #end(reason: unknown): void {
    this.isOver = true;
    const error = new HttpError('unavailable', { retryAfter: 2, cause: reason });
    this.#version.reject(error);
    for (const { done } of this.#running.values()) done.reject(error);
  }
}

/** Renders the built pages in a worker thread, so that the API stays responsive; a thread that fails is replaced. */
export function openWorkerRenderer(buildUrl: string, deadlineMs = defaultDeadlineMs): PageRenderer {
  let thread: RenderThread | null = null;
  const current = () => {
    if (!thread || thread.isOver) thread = new RenderThread(buildUrl, deadlineMs);
    return thread;
  };
  return {
    render: (request, host) => current().render(request, host),
    version: () => current().version,
    close: async () => {
      await thread?.close();
    },
  };
}
