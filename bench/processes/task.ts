/** In a child process: takes its one task, tells the answer, and ends with its parent. */
export function onTask<T>(
  work: (task: T, tell: (news: unknown) => void) => Promise<unknown>,
): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (task) => {
    try {
      process.send?.(await work(task as T, (news) => process.send?.(news)));
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    }
  });
}
