/** Messages that must be seen after the page has moved or reloaded (DECISIONS 36). */
export interface RememberedNotice {
  text: string;
  tone: 'error' | 'success' | 'info';
}

const key = 'headrack.notices';
const returnKey = 'headrack.return';

function read(): RememberedNotice[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as RememberedNotice[];
  } catch {
    return [];
  }
}

/** Keeps a message for the next page of this tab; the same words are kept once. */
export function rememberNotice(text: string, tone: RememberedNotice['tone']): void {
  const notices = read().filter((notice) => notice.text !== text);
  try {
    sessionStorage.setItem(key, JSON.stringify([...notices, { text, tone }]));
  } catch {
    // Without storage the move goes on unexplained.
  }
}

/** The kept messages, oldest first; whoever takes them shows them. */
export function takeNotices(): RememberedNotice[] {
  const notices = read();
  if (notices.length > 0) sessionStorage.removeItem(key);
  return notices;
}

/** Keeps the page that asked for a log-in, to go back to. */
export function rememberReturn(path: string): void {
  try {
    sessionStorage.setItem(returnKey, path);
  } catch {
    // Then the portal's home is the way on.
  }
}

/** The page to go back to after a log-in: a path of this site, else null. Forgotten once taken. */
export function takeReturn(): string | null {
  try {
    const path = sessionStorage.getItem(returnKey);
    sessionStorage.removeItem(returnKey);
    // A second slash or a backslash would name another host.
    return path !== null && /^\/[^/\\]/.test(path) ? path : null;
  } catch {
    return null;
  }
}
