/** As many requests as browsers send to one host at a time. */
const maxRunning = 6;

const waiting: (() => void)[] = [];
let running = 0;

function runNext(): void {
  while (running < maxRunning) {
    const start = waiting.shift();
    if (!start) return;
    running += 1;
    start();
  }
}

/**
 * Runs requests that a screen can do without, in the order of the calls: after the next frame, a few at a time. Fifty
 * at once would delay that frame by 0.3 s on a slow phone. An aborted one that waits never runs.
 */
export async function afterPaint<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  await new Promise<void>((start) => {
    waiting.push(start);
    // A hidden page gets no frames.
    if (document.hidden) runNext();
    else requestAnimationFrame(() => setTimeout(runNext));
  });
  try {
    signal.throwIfAborted();
    return await request();
  } finally {
    running -= 1;
    runNext();
  }
}
