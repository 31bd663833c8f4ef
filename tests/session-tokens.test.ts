/** Forged session tokens: none is accepted, and none makes the server fail (SEC6). */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp, suiteApp, type TestApp } from './harness/app.ts';

type Json = Record<string, unknown>;

const t = suiteApp('sqlite');
const secret = () => t.ctx.config.tokenSecret ?? '';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;

/** A token signed with a symmetric key. */
function signed(header: Json, claims: unknown, key: string | Buffer, hash = 'sha256'): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

function signedWithRsa(header: Json, claims: Json): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(rsa.privateKey, 'base64url')}`;
}

/** The admin's valid token and its parts. */
function original() {
  const { token } = t.admin;
  const [head = '', body = '', seal = ''] = token.split('.');
  return { token, head, body, seal, header: decoded(head), claims: decoded(body) };
}

/** Tokens of a forger who doesn't have the secret. */
function forged(): string[] {
  const { token, head, body, seal, header, claims } = original();
  const publicKey = String(rsa.publicKey.export({ type: 'spki', format: 'pem' }));
  const jwk = rsa.publicKey.export({ format: 'jwk' });
  const url = 'https://evil.example/keys.json';
  const none = ['none', 'None', 'NONE', 'nOnE', '', null, undefined, 0, [], ['none'], {}];
  const others = ['HS384', 'HS512', 'RS256', 'RS512', 'PS256', 'ES256', 'EdDSA', 'hs256', 'HS256 '];
  const keys = ['', ' ', 'secret', 'headrack', 'admin', 'key', publicKey, head, body];
  const ids = ['', 'token-secret', '../../../../dev/null', "' or 1=1 --", 'x'.repeat(2_000)];
  const headers: Json[] = [
    { ...header, jwk },
    { ...header, jwk: { kty: 'oct', k: 'c2VjcmV0' } },
    { ...header, jku: url },
    { ...header, x5u: url },
    { ...header, x5c: ['MIIB'] },
    { ...header, crit: ['exp'] },
    ...ids.map((kid) => ({ ...header, kid })),
  ];
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(token.slice(-1));
  return [
    ...none.map((alg) => `${encoded({ ...header, alg })}.${body}.`),
    ...[...none, ...others].map((alg) => `${encoded({ ...header, alg })}.${body}.${seal}`),
    ...keys.map((key) => signed(header, claims, key)),
    ...headers.flatMap((each) => [
      signed(each, claims, 'secret'),
      signedWithRsa({ ...each, alg: 'RS256' }, claims),
      `${encoded(each)}.${body}.${seal}`,
    ]),
    signed({ ...header, alg: 'RS256' }, claims, publicKey),
    `${head}.${encoded({ ...claims, sub: '1', x: 1 })}.${seal}`,
    // Signed as a link.
    `${head}.${body}.${t.ctx.tokens.sign(`${head}.${body}`)}`,
    ...[`${head}.${body}.`, `${head}.${body}`, `${token}.${seal}`, `${token}=`],
    // The form of an encrypted token.
    `${head}..${body}.${seal}.x`,
    ...[`${head}.${body}${'A'.repeat(65_536)}.${seal}`, `${token}${'A'.repeat(65_536)}`],
    ...[1, 2, 10, 40].flatMap((count) => [token.slice(0, -count), token.slice(count)]),
    // Every third character of the token with one bit flipped.
    ...Array.from({ length: Math.ceil(token.length / 3) }, (_, n) => {
      const flipped = String.fromCharCode(token.charCodeAt(n * 3) ^ (1 << (n % 6)));
      return token.slice(0, n * 3) + flipped + token.slice(n * 3 + 1);
    }),
    // The unused bits of the signature's last character: the same bytes in another spelling.
    ...[1, 2, 3].map((change) => token.slice(0, -1) + alphabet[last ^ change]),
  ];
}

/** Tokens with our signature, whose claims or type are not those of a session token. */
function misused(): string[] {
  const { header, claims } = original();
  const now = Math.floor(Date.now() / 1000);
  const without = (name: string) => ({ ...claims, [name]: undefined });
  const changed: [string, unknown][] = [
    ['another issuer', { ...claims, iss: 'headrack2' }],
    ['several issuers', { ...claims, iss: ['headrack', 'other'] }],
    ['no issuer', without('iss')],
    ['another audience', { ...claims, aud: 'https://other.example' }],
    ['an empty audience', { ...claims, aud: '' }],
    ['not valid before tomorrow', { ...claims, nbf: now + 86_400 }],
    ['not valid before text', { ...claims, nbf: 'tomorrow' }],
    ['no expiry', without('exp')],
    ['expired', { ...claims, exp: now - 10 }],
    ['expiry as text', { ...claims, exp: String(now + 3600) }],
    ['expiry null', { ...claims, exp: null }],
    ['no id', without('jti')],
    ['an unknown id', { ...claims, jti: 'd9428888-122b-11e1-b85c-61cd3cbb3210' }],
    ['id as a list', { ...claims, jti: [claims.jti] }],
    ['id as an object', { ...claims, jti: { ne: '' } }],
    ['no subject', without('sub')],
    ['another subject', { ...claims, sub: String(t.employee.userId) }],
    ['subject as number', { ...claims, sub: t.admin.userId }],
    ['no issue time', without('iat')],
    ['a list', [claims]],
    ['text', 'claims'],
    ['null', null],
  ];
  return [
    ...changed.map(([, value]) => signed(header, value, secret())),
    ...['at+jwt', 'JWE', '', 1, null, undefined].map((typ) =>
      signed({ ...header, typ }, claims, secret()),
    ),
    signed({ ...header, alg: 'HS384' }, claims, secret(), 'sha384'),
    signed({ ...header, alg: 'HS512' }, claims, secret(), 'sha512'),
    // A critical extension.
    signed({ ...header, crit: ['x'], x: 1 }, claims, secret()),
  ];
}

/** The status of a call with this token. */
async function statusOf({ app }: TestApp, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.inject({ url: '/api/user', headers })).statusCode;
}

test('refuses each of 200 forged tokens (SEC6)', async ({ annotate }) => {
  const mutants = [...forged(), ...misused()].filter((token) => token !== t.admin.token);
  expect(new Set(mutants).size).toBeGreaterThanOrEqual(200);
  const statuses = await Promise.all(
    mutants.map(async (token) => [token, await statusOf(t, token)] as const),
  );
  expect(statuses.filter(([, status]) => status !== 401)).toEqual([]);
  expect(await statusOf(t, t.admin.token)).toBe(200);
  await annotate(`${mutants.length} forged tokens: 0 accepted, 0 errors`, 'measured');
});

test('the first start creates a secret of 256 bits that its owner alone can read (SEC6)', async () => {
  const installs = await Promise.all(
    [0, 1].map(() => startApp('sqlite', { config: { tokenSecret: null } })),
  );
  const [one, other] = installs.map(({ ctx: { config } }) => join(config.dataDir, 'token-secret'));
  const { readFile } = await import('node:fs/promises');
  const secrets = await Promise.all([one, other].map((file) => readFile(file ?? '', 'utf8')));
  for (const [n, file] of [one, other].entries()) {
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600);
    expect(Buffer.from(secrets[n] ?? '', 'base64url')).toHaveLength(32);
  }
  expect(secrets[0]).not.toBe(secrets[1]);
  // The token of one installation is worth nothing at the other.
  const [first, second] = installs as [TestApp, TestApp];
  expect(await statusOf(first, first.admin.token)).toBe(200);
  expect(await statusOf(second, first.admin.token)).toBe(401);
  await Promise.all(installs.map((install) => install.close()));
});
