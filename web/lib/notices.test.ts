import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberNotice, rememberReturn, takeNotices, takeReturn } from './notices.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('what is said after a move (DECISIONS 36)', () => {
  it('is said once, and the same words are kept once', () => {
    rememberNotice('Session expired.', 'error');
    rememberNotice('Session expired.', 'error');
    expect(takeNotices()).toEqual([{ text: 'Session expired.', tone: 'error' }]);
    expect(takeNotices()).toEqual([]);
  });
});

describe('the way back after a log-in', () => {
  it('is a path of this site, once', () => {
    rememberReturn('/portaljobs?q=1');
    expect(takeReturn()).toBe('/portaljobs?q=1');
    expect(takeReturn()).toBeNull();
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/',
  ])('is never %s', (path) => {
    rememberReturn(path);
    expect(takeReturn()).toBeNull();
  });
});
