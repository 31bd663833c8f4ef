/**
 * Back closes the topmost dialog. Each open dialog has its own history entry with the URL of its page; the router doesn't see these entries, and closing a dialog any other way removes its entry.
 */
import { useEffect, useEffectEvent } from 'react';
import { navigationHook } from './navigation-hook.ts';

/** Close callbacks of the open dialogs, topmost last. */
const layers: (() => void)[] = [];
/** URL of the page under the open dialogs. */
let base = '';
let leaving: { promise: Promise<void>; done: () => void } | null = null;
/** Milliseconds after which a history move counts as done if no popstate event arrives. */
const moveTimeout = 1_000;

function depth(): number {
  return (history.state as { dialogs?: number } | null)?.dialogs ?? 0;
}

function leave(count: number): Promise<void> {
  let done = () => {};
  const promise = new Promise<void>((resolve) => {
    const timer = setTimeout(() => leaving?.done(), moveTimeout);
    done = () => {
      clearTimeout(timer);
      leaving = null;
      resolve();
    };
  });
  base = location.href;
  leaving = { promise, done };
  history.go(-count);
  return promise;
}

/** Adds or removes history entries to match the open dialogs. */
export function reconcile(): void {
  if (leaving) return;
  if (depth() > layers.length) void leave(depth() - layers.length).then(reconcile);
  for (let next = depth() + 1; next <= layers.length; next += 1) {
    base = location.href;
    history.pushState({ ...history.state, dialogs: next }, '');
  }
}

function onMove(event: PopStateEvent): void {
  const isBase = location.href === base;
  if (leaving) {
    if (isBase) event.stopPropagation();
    leaving.done();
  } else if (depth() < layers.length && isBase) {
    event.stopPropagation();
    layers.at(-1)?.();
    // A dialog that stays open to confirm first gets its entry back.
    setTimeout(reconcile);
  } else {
    setTimeout(reconcile);
  }
}

navigationHook.popListeners.add(onMove);

/** Navigates from the page's own history entry, so that no dialog entry remains under the next page. */
export async function fromPageEntry(navigate: () => Promise<unknown>): Promise<void> {
  if (leaving) await leaving.promise;
  if (depth() > 0) await leave(depth());
  await navigate();
  reconcile();
}

/** While open, Back calls onBack instead of leaving the page. */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!open) return;
    const layer = () => close();
    layers.push(layer);
    // After the commit, so that a dialog that replaces another one reuses its entry.
    queueMicrotask(reconcile);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      queueMicrotask(reconcile);
    };
  }, [open]);
}
