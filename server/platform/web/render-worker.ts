/** Runs in a worker thread: renders pages, and asks the main thread for their data. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ServerBuild } from 'react-router';
import { type Call, CallError, type ErrorBody } from '#contract/endpoint.ts';
import { collectWhenIdle } from '../collect-when-idle.ts';
import { type PageHost, type PageRequest, type RenderedPage, renderPage } from './render-page.ts';

type HostData = Pick<PageHost, 'publicUrl' | 'recaptchaSiteKey'>;

/** A message to the worker: a page to render, or the result of a call. */
export type ToWorker =
  | ({ type: 'render'; id: number; request: PageRequest } & HostData)
  | { type: 'result'; call: number; value: unknown }
  | { type: 'failure'; call: number; status: number; body: ErrorBody };

/** A message from the worker; `id` names the render that it belongs to. */
export type FromWorker =
  | { type: 'loaded'; version: string }
  | { type: 'call'; id: number; call: number; name: string; input: unknown }
  | { type: 'log'; id: number; error: unknown }
  | { type: 'rendered'; id: number; page: RenderedPage }
  | { type: 'failed'; id: number; error: unknown };

/** `workerData` is the URL of the built pages. */
const build = import(workerData as string) as Promise<ServerBuild>;
const calls = new Map<number, PromiseWithResolvers<unknown>>();
let lastCall = 0;
const working = collectWhenIdle();

function send(message: FromWorker, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}

/** Errors that can't be cloned arrive as their text. */
function sendError(type: 'log' | 'failed', id: number, error: unknown): void {
  try {
    send({ type, id, error });
  } catch {
    send({ type, id, error: new Error(String(error)) });
  }
}

function hostOf(id: number, { publicUrl, recaptchaSiteKey }: HostData): PageHost {
  const call = (endpoint: { name: string }, input: unknown = {}) => {
    lastCall += 1;
    const result = Promise.withResolvers<unknown>();
    calls.set(lastCall, result);
    send({ type: 'call', id, call: lastCall, name: endpoint.name, input });
    return result.promise;
  };
  return {
    publicUrl,
    recaptchaSiteKey,
    // The main thread knows the endpoint by its name and replies with its type.
    call: call as Call,
    logError: (error) => sendError('log', id, error),
  };
}

async function render(message: ToWorker & { type: 'render' }): Promise<void> {
  const { id, request } = message;
  working();
  try {
    const page = await renderPage(await build, 'production', request, hostOf(id, message));
    send({ type: 'rendered', id, page }, [page.body.buffer]);
  } catch (error) {
    sendError('failed', id, error);
  }
}

void build.then(({ assets }) => {
  working();
  send({ type: 'loaded', version: assets.version });
});

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'render') {
    void render(message);
    return;
  }
  const waiting = calls.get(message.call);
  calls.delete(message.call);
  if (message.type === 'result') waiting?.resolve(message.value);
  else waiting?.reject(new CallError(message.status, message.body));
});
