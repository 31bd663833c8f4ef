/** In a worker: runs its one task, sends the result, and exits with its parent. */
export function onTask<T>(work: (task: T, startMeasuring: () => void) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (task) => {
    try {
      process.send?.(await work(task as T, () => process.send?.('measuring')));
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    }
  });
}
