/** Milliseconds without work. */
const idleMs = 5_000;
/** Milliseconds after the first piece of work: by then everything that it needs is loaded. */
const startMs = 300;

function collect(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Returns a function to call at each piece of work of a thread: once none has come for 5 s, its garbage is collected,
 * and that of its start soon after the first. V8 alone leaves an idle thread all the memory that its busiest moment
 * took. Needs `--expose-gc`, which server/main.mjs sets for all threads.
 */
export function collectWhenIdle(): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    if (!timer) setTimeout(collect, startMs).unref();
    timer ??= setTimeout(collect, idleMs).unref();
    timer.refresh();
  };
}
