import { vi } from 'vitest';

/** A storage of the browser until the end of the test; returns what it holds. */
export function stubStorage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  const listed = { enumerable: true, configurable: true, writable: true, value: '' };
  const keys = { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => listed };
  vi.stubGlobal(name, new Proxy(storage, keys));
  return kept;
}
