/** Milliseconds without work. */
const idleMs = 5_000;

/**
 * Returns a function to call at each piece of work of a thread: once none has come for 5 s, its garbage is collected.
 * V8 alone leaves an idle thread all the memory that its busiest moment took. Needs `--expose-gc`, which
 * server/main.mjs sets for all threads.
 */
export function collectWhenIdle(): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(
      () => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
      idleMs,
    ).unref();
    timer.refresh();
  };
}
