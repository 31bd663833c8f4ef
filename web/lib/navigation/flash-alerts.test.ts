import { beforeEach, describe, expect, it } from 'vitest';
import { stubStorage } from '#tests/harness/stub-storage.ts';
import { saveLoginReturn, takeLoginReturn } from '../session/return-path.ts';
import { addFlashAlert, takeFlashAlerts } from './flash-alerts.ts';

beforeEach(() => void stubStorage('sessionStorage'));

describe('flash alerts', () => {
  it('are returned once, without duplicates', () => {
    addFlashAlert('Session expired.', 'error');
    addFlashAlert('Session expired.', 'error');
    expect(takeFlashAlerts()).toEqual([{ text: 'Session expired.', tone: 'error' }]);
    expect(takeFlashAlerts()).toEqual([]);
  });
});

describe('the return path after login', () => {
  it('is returned once and only for this site', () => {
    saveLoginReturn('/portaljobs?q=1');
    expect(takeLoginReturn()).toBe('/portaljobs?q=1');
    expect(takeLoginReturn()).toBeNull();
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])('is never %s', (path) => {
    saveLoginReturn(path);
    expect(takeLoginReturn()).toBeNull();
  });
});
