/** An error whose message is printed on the terminal. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** An invalid setting; the message names it. */
export class SettingError extends CommandError {
  override name = 'SettingError';
}

/** Throws a SettingError if the setting is invalid. */
export function rejectIf(isInvalid: boolean, message: string): void {
  if (isInvalid) throw new SettingError(message);
}
