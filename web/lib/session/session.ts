import { useSyncExternalStore } from 'react';
import type { SessionEnd } from '#contract/session.ts';
import { type Role, roles } from '#contract/wire/access.ts';

/** Every client of the API reads the token under this key of the local storage (G1). */
const key = 'token';
/** Holds the end of the token that expires when the browser closes; it doesn't apply to any other token. */
const untilClosedKey = 'headrack:until-closed';
/** A session cookie: the only state that all tabs share and that a closed browser loses. */
const openMark = () => `${location.protocol === 'https:' ? '__Host-' : ''}headrack_open=1`;
/** Holds the end of the token and how many ms the device's clock was ahead of the server's when it was issued. */
const clockKey = 'headrack:clock';
const changed = 'headrack:session';

/** The claims of the stored token, which only the server can verify. */
export type Session =
  | { state: 'none' | 'undecodable'; token: null; role: null; userId: null }
  | {
      state: 'expired' | 'valid';
      token: string;
      role: Role | null;
      /** Null when the token's `sub` isn't a user id. */
      userId: number | null;
      username: string | null;
    };

const none: Session = { state: 'none', token: null, role: null, userId: null };
const undecodable: Session = { state: 'undecodable', token: null, role: null, userId: null };

/** The stored token; null when there is none or the browser was closed since. */
export function readToken(): string | null {
  try {
    const token = localStorage.getItem(key);
    if (token === null || !endsWithBrowser(token) || isSameBrowserSession()) return token;
    localStorage.removeItem(key);
    localStorage.removeItem(untilClosedKey);
    return null;
  } catch {
    // Storage is blocked, so there is no session.
    return null;
  }
}

/** Enough to recognize a token, and useless as one. */
const endOf = (token: string) => token.slice(-16);

function endsWithBrowser(token: string): boolean {
  return localStorage.getItem(untilClosedKey) === endOf(token);
}

function isSameBrowserSession(): boolean {
  return document.cookie.split('; ').includes(openMark());
}

/** The session of the stored token. */
export function readSession(): Session {
  const token = readToken();
  return token === null ? none : sessionOf(token, serverTime(token));
}

/** The server's time (ms): on a device whose clock is a day ahead, every new token would look expired. */
function serverTime(token: string): number {
  const [end, ahead] = (localStorage.getItem(clockKey) ?? '').split(' ');
  return Date.now() - (end === endOf(token) ? Number(ahead) : 0);
}

/** Decodes a token's payload: `exp` in seconds, the role in `role`, `user.role` or `roles[0]`. */
export function sessionOf(token: string, now: number): Session {
  const payload = payloadOf(token);
  if (payload === null || typeof payload.exp !== 'number') return undecodable;
  const user = isRecord(payload.user) ? payload.user : {};
  const list = Array.isArray(payload.roles) ? payload.roles : [];
  const named = payload.role ?? user.role ?? list[0];
  return {
    state: payload.exp * 1000 > now ? 'valid' : 'expired',
    token,
    role: roles.find((role) => role === named) ?? null,
    userId: /^[1-9]\d{0,9}$/.test(String(payload.sub)) ? Number(payload.sub) : null,
    username: typeof payload.username === 'string' ? payload.username : null,
  };
}

function payloadOf(token: string): Record<string, unknown> | null {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    const payload: unknown = JSON.parse(text);
    return isRecord(payload) ? payload : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Stores a token until it expires, or until the browser closes; by default as long as the previous one. Without cookies a closed browser can't be detected, and the token stays.
 */
export function saveToken(token: string, lasting = !endsWithBrowser(readToken() ?? '')): void {
  if (!lasting) {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
    document.cookie = `${openMark()}; Path=/; SameSite=Strict${secure}`;
  }
  if (lasting || !isSameBrowserSession()) localStorage.removeItem(untilClosedKey);
  else localStorage.setItem(untilClosedKey, endOf(token));
  const { iat } = payloadOf(token) ?? {};
  if (typeof iat === 'number') {
    localStorage.setItem(clockKey, `${endOf(token)} ${Date.now() - iat * 1000}`);
  }
  localStorage.setItem(key, token);
  ended = null;
  dispatchEvent(new Event(changed));
}

export function clearToken(): void {
  try {
    for (const name of [key, untilClosedKey, clockKey]) localStorage.removeItem(name);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
  dispatchEvent(new Event(changed));
}

let ended: SessionEnd | 'unknown' | null = null;

/** Removes a token that the server refused. */
export function endSession(reason: SessionEnd | null): void {
  ended = reason ?? 'unknown';
  clearToken();
}

/** Why the server ended the session of this page; null when it didn't. */
export function sessionEnd(): SessionEnd | 'unknown' | null {
  return ended;
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('storage', listener);
    removeEventListener(changed, listener);
  };
}

/** The current session, updated on login and logout in every tab; 'none' on the server. */
export function useSession(): Session {
  const token = useSyncExternalStore(subscribe, readToken, () => null);
  return token === null ? none : sessionOf(token, serverTime(token));
}
