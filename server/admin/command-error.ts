/** What keeps a command from being done: one sentence for the person at the terminal. */
export class CommandError extends Error {
  override name = 'CommandError';
}
