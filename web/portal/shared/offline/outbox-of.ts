import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { CallInput, Endpoint, ReplyOf } from '#contract/wire/endpoint.ts';
import { call, networkFailure } from '#web/lib/api/api.ts';
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts';
import { deviceStore } from '#web/lib/device/device-store.ts';
import { readSession } from '#web/lib/session/session.ts';
import { toast } from '../toast.tsx';
import { isMessage, type OutboxEntry, type WaitingCall } from './entries.ts';
import { outbox as messages } from './messages.ts';
import { Outbox, Waiting, type Watcher } from './outbox.ts';

export const outboxDatabase = 'headrack.calls';
export const outboxStore = deviceStore<OutboxEntry>(outboxDatabase);

/** Timeout of a call without a file (ms): after sleep the connection may be dead. */
const callTimeoutMs = 20_000;
/** Milliseconds without progress after which an upload is given up: the server may still process what arrived. */
const stallMs = 120_000;

const outboxes = new WeakMap<QueryClient, { outbox: Outbox; channel: BroadcastChannel | null }>();

/** The outbox of the signed-in user. */
export function outboxOf(client: QueryClient): Outbox {
  const known = outboxes.get(client);
  if (known) return known.outbox;
  const userId = readSession().userId ?? 0;
  const outbox = new Outbox({
    userId,
    isSignedIn: () => readSession().userId === userId,
    store: outboxStore,
    deliver: deliverOrStall,
    locks: navigator.locks ?? null,
    newId: newIdempotencyKey,
    onSent: ({ endpoint }) => {
      toast.show(messages.sent(messages.labels[endpoint.name] ?? ''));
      void client.invalidateQueries();
    },
    tellOthers: () => outboxes.get(client)?.channel?.postMessage(null),
  });
  outboxes.set(client, { outbox, channel: null });
  return outbox;
}

/** Sends what waits and shows what other tabs store, until the returned function is called: the user has left the portal. */
export function openOutbox(client: QueryClient): () => void {
  const outbox = outboxOf(client);
  const close = outbox.open();
  const channel = new BroadcastChannel('headrack.calls');
  channel.onmessage = () => void outbox.refresh().then(() => outbox.drain());
  outboxes.set(client, { outbox, channel });
  return () => {
    close();
    channel.close();
    outboxes.set(client, { outbox, channel: null });
  };
}

type ToDeliver = Pick<WaitingCall, 'id' | 'endpoint' | 'params' | 'body' | 'files'>;

async function deliver(entry: ToDeliver, { signal, onProgress }: Watcher): Promise<unknown> {
  const { id: idempotencyKey, params, body, files } = entry;
  const endpoint = entry.endpoint as Endpoint;
  if (!endpoint.upload) {
    return call(endpoint, { params, body }, { idempotencyKey, signal, timeout: callTimeoutMs });
  }
  const { userId } = readSession();
  const lost = () => {
    throw networkFailure();
  };
  const { upload } = await import('#web/lib/api/upload.ts').catch(lost);
  // Someone else has signed in since.
  if (readSession().userId !== userId) lost();
  const options = { params, idempotencyKey, signal, ...(onProgress && { onProgress }) };
  return upload(endpoint, body ?? {}, files, options);
}

/** On a dead connection an upload would hold up everything behind it for a quarter of an hour. */
async function deliverOrStall(entry: ToDeliver, watcher: Watcher): Promise<unknown> {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), stallMs);
  };
  const signal = AbortSignal.any([stalled.signal, watcher.signal ?? []].flat());
  const onProgress = (part: number) => {
    isAlive();
    watcher.onProgress?.(part);
  };
  isAlive();
  try {
    return await deliver(entry, { signal, onProgress });
  } catch (error) {
    throw stalled.signal.aborted && !watcher.signal?.aborted ? networkFailure() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this user's call waits on the device when there is no connection. */
function mayWait({ name }: Endpoint): boolean {
  return name in messages.labels && readSession().role === 'employee';
}

interface Sent<E extends Endpoint> {
  params?: CallInput<E>['params'];
  body?: Record<string, unknown> | undefined;
  files?: readonly File[];
}

/** Makes a call of an employee through the outbox: rejects with Waiting when it is sent later. Others' calls are made now. */
export async function sendOrWait<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  { params, body, files = [] }: Sent<E>,
  watcher: Watcher = {},
): Promise<ReplyOf<E>> {
  const { name, method, path, access, status, upload: rule } = endpoint;
  const entry = {
    // What can be stored: without its schemas.
    endpoint: {
      name,
      method,
      path,
      access,
      status,
      ...(rule && { upload: { field: rule.field } }),
    },
    params: (params ?? {}) as WaitingCall['params'],
    body,
    files,
  };
  if (!mayWait(endpoint)) {
    const { idempotencyKey = newIdempotencyKey(), ...options } = watcher;
    return (await deliver({ ...entry, id: idempotencyKey }, options)) as ReplyOf<E>;
  }
  return (await outboxOf(client).send(entry, watcher)) as ReplyOf<E>;
}

/** Like sendOrWait for a press without a form: says that it waits and resolves with null then. */
export async function pressOrWait<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: Sent<E>,
): Promise<ReplyOf<E> | null> {
  try {
    return await sendOrWait(client, endpoint, input);
  } catch (error) {
    if (!(error instanceof Waiting)) throw error;
    toast.show(error.message, 'info');
    return null;
  }
}

/** What waits on this device, live. */
export function useOutbox(): { entries: readonly OutboxEntry[]; outbox: Outbox } {
  const outbox = outboxOf(useQueryClient());
  const { subscribe, view } = outbox.entries;
  return { entries: useSyncExternalStore(subscribe, view), outbox };
}

/** Whether a call with these params waits on this device. */
export function useIsWaiting(endpoint: Endpoint, params: WaitingCall['params']): boolean {
  return useOutbox().entries.some(
    (entry) =>
      !isMessage(entry) &&
      entry.error === null &&
      entry.endpoint.name === endpoint.name &&
      Object.entries(params).every(([name, value]) => entry.params[name] === value),
  );
}
