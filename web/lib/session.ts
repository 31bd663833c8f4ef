import { useSyncExternalStore } from 'react';
import { type Role, roles } from '#contract/access.ts';

/** SPEC.md names this key of the local storage. */
const key = 'token';
const changed = 'headrack:session';

/** What the stored token says; the server alone decides whether it is true. */
export type Session =
  | { state: 'none' | 'undecodable'; token: null; role: null; userId: null }
  | {
      state: 'expired' | 'valid';
      token: string;
      role: Role | null;
      /** Null in a token that is not ours. */
      userId: number | null;
      username: string | null;
    };

const none: Session = { state: 'none', token: null, role: null, userId: null };
const undecodable: Session = { state: 'undecodable', token: null, role: null, userId: null };

/** The stored token as it is, null when there is none. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // A browser that keeps nothing has no session.
    return null;
  }
}

/** The session as the stored token tells it now. */
export function readSession(now: number = Date.now()): Session {
  const token = readToken();
  return token === null ? none : sessionOf(token, now);
}

/** Reads a token's payload: `exp` in seconds, the role in `role`, `user.role` or `roles[0]`. */
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

/** Keeps a new token. */
export function saveToken(token: string): void {
  localStorage.setItem(key, token);
  dispatchEvent(new Event(changed));
}

/** Forgets the token: this browser is logged out. */
export function clearToken(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept, so nothing is left.
  }
  dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('storage', listener);
    removeEventListener(changed, listener);
  };
}

/** The session, followed through log-in and log-out in every tab; 'none' while the server renders. */
export function useSession(): Session {
  const token = useSyncExternalStore(subscribe, readToken, () => null);
  return token === null ? none : sessionOf(token, Date.now());
}
