import { describe, expect, it, vi } from 'vitest';
import { stubStorage } from '#tests/harness/stub-storage.ts';
import { readSession, readToken, saveToken, sessionOf } from './session.ts';

const now = Date.UTC(2026, 0, 5, 12);
const later = now / 1000 + 60;

function token(payload: unknown): string {
  return `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;
}

describe('a stored token (S2, S3)', () => {
  it.each([
    ['role', { exp: later, role: 'admin' }],
    ['user.role', { exp: later, user: { role: 'admin' } }],
    ['roles[0]', { exp: later, roles: ['admin', 'employee'] }],
  ])('reads the role from %s', (_, payload) => {
    expect(sessionOf(token(payload), now)).toMatchObject({ state: 'valid', role: 'admin' });
  });

  it('has no role when the token has an unknown one', () => {
    expect(sessionOf(token({ exp: later, role: 'owner' }), now).role).toBeNull();
  });

  it('expires at exp, in seconds', () => {
    const payload = token({ exp: now / 1000, role: 'employee' });
    expect(sessionOf(payload, now - 1).state).toBe('valid');
    expect(sessionOf(payload, now).state).toBe('expired');
  });

  it('decodes non-ASCII usernames', () => {
    const payload = token({ exp: later, role: 'employee', username: 'Zoë Ñandú' });
    expect(sessionOf(payload, now)).toMatchObject({ username: 'Zoë Ñandú' });
  });

  it.each(['junk', 'a.b.c', token(null), token({ role: 'admin' })])('cannot decode %j', (text) => {
    expect(sessionOf(text, now).state).toBe('undecodable');
  });
});

describe('the cookie that marks an open browser', () => {
  /** The cookies that the page sets; a browser keeps the first part of each. */
  function browserAt(protocol: string): string[] {
    const set: string[] = [];
    vi.stubGlobal('location', { protocol });
    vi.stubGlobal('dispatchEvent', () => true);
    stubStorage('localStorage');
    vi.stubGlobal('document', {
      get cookie() {
        return set.map((cookie) => cookie.split('; ')[0]).join('; ');
      },
      set cookie(cookie: string) {
        set.push(cookie);
      },
    });
    return set;
  }

  it.each([
    ['https:', '__Host-headrack_open=1; Path=/; SameSite=Strict; Secure'],
    ['http:', 'headrack_open=1; Path=/; SameSite=Strict'],
  ])('over %s holds no secret and belongs to this host alone', (protocol, cookie) => {
    const set = browserAt(protocol);
    const mine = token({ exp: later, role: 'employee' });
    saveToken(mine, false);
    expect(set).toEqual([cookie]);
    expect(readToken()).toBe(mine);
    set.length = 0;
    expect(readToken(), 'the browser was closed').toBeNull();
  });
});

describe('on a device whose clock is wrong (FLT17)', () => {
  it.each([-24, 0, 24])('a new session is valid for its hours, %i hours ahead', (hours) => {
    const stored = stubStorage('localStorage');
    vi.stubGlobal('dispatchEvent', () => true);
    vi.useFakeTimers({ toFake: ['Date'], now: now + hours * 3_600_000 });
    const issued = now / 1000;
    saveToken(token({ iat: issued, exp: issued + 8 * 3600, role: 'employee' }));
    expect(readSession().state).toBe('valid');
    vi.setSystemTime(Date.now() + 8 * 3_600_000 - 1000);
    expect(readSession().state).toBe('valid');
    vi.setSystemTime(Date.now() + 1000);
    expect(readSession().state).toBe('expired');
    // Another token, which this device didn't receive from the server.
    stored.set('token', token({ exp: Date.now() / 1000 + 60, role: 'admin' }));
    expect(readSession().state).toBe('valid');
  });
});
