const pattern = /^([a-z-]+)\/[0-9a-f-]{36}\.[a-z0-9]{2,5}$/;

/** Whether the text can be a key that the server made: `resumes/<uuid>.pdf`. */
export function isKey(text: string): boolean {
  return pattern.test(text);
}

/** The class of a key, its first part (`resumes`); null when it is no key. */
export function classOf(key: string): string | null {
  return pattern.exec(key)?.[1] ?? null;
}

/** Throws unless the text is a key: nothing else may reach a path or a bucket. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('not a key that this server made');
}
