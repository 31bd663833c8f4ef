import { describe, expect, it } from 'vitest';
import { sessionOf } from './session.ts';

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

  it.each(['', 'junk', 'a.b.c', token(null), token([1]), token({ role: 'admin' })])(
    'cannot decode %j',
    (text) => {
      expect(sessionOf(text, now).state).toBe('undecodable');
    },
  );
});
