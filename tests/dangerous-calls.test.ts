/** What our own source never does, or does in known places only: evaluate text, run a shell, trust a weak algorithm. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { isNode, type Node, readSource, type Source, walk } from '../scripts/boundaries/source.ts';

const root = dirname(import.meta.dirname);
const sources = globSync('{contract,server,web,scripts}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .sort()
  .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));

/** `a.b.c` of a callee or a member, as far as it consists of names. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return '';
}

const literal = (node: unknown) =>
  isNode(node) && node.type === 'Literal' ? String(node.value) : null;

interface Call {
  name: string;
  /** The first argument if it is a literal. */
  first: string | null;
  text: string;
}

/** The calls and constructions of a file. */
function callsIn({ body, text }: Source): Call[] {
  const found: Call[] = [];
  for (const statement of body) {
    walk(statement, (node: Node) => {
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
      const [first] = Array.isArray(node.arguments) ? node.arguments : [];
      const name = nameOf(node.callee);
      found.push({ name, first: literal(first), text: text.slice(node.start, node.end) });
    });
  }
  return found;
}

const calls = sources.flatMap((source) =>
  callsIn(source).map((call) => ({ ...call, path: source.path })),
);
/** The files that call a function of that name, each once. */
const callers = (name: RegExp, more: (call: Call) => boolean = () => true) => [
  ...new Set(calls.filter((call) => name.test(call.name) && more(call)).map(({ path }) => path)),
];
const importers = (target: string) =>
  sources
    .filter(({ imports }) => imports.some((one) => one.target === target && !one.typeOnly))
    .map(({ path }) => path);

test('no source evaluates text as code', () => {
  expect(callers(/(^|\.)(eval|Function|execScript|importScripts)$/)).toEqual([]);
  expect(callers(/^(vm\.|setTimeout|setInterval)/, ({ first }) => first !== null)).toEqual([]);
  expect(importers('node:vm')).toEqual([]);
});

test('patterns are built from our own text only', () => {
  // Words of the company, labels, letters, names of attributes, and the nonce of a page.
  expect(callers(/^RegExp$/).filter((path) => !path.startsWith('scripts/'))).toEqual([
    'contract/text/blank-text.ts',
    'contract/text/text-fold.ts',
    'server/features/settlement-drops/match-names.ts',
    'server/features/settlement-drops/match-numbers.ts',
    'server/features/settlement-drops/match-places.ts',
    'server/features/settlement-drops/net-pay.ts',
    'server/features/settlement-drops/period.ts',
    'server/platform/http/content-security.ts',
    'server/platform/uploads/office-zip.ts',
  ]);
});

test('the server starts programs by name, without a shell', () => {
  const starting = sources.filter(
    ({ path, imports }) =>
      path.startsWith('server/') &&
      imports.some(({ target, typeOnly }) => target === 'node:child_process' && !typeOnly),
  );
  expect(starting.length).toBeGreaterThan(0);
  for (const { path, text } of starting) {
    expect(text, path).not.toMatch(/\bshell\b|\bexec(Sync)?\(|\bspawnSync\(/);
    const programs = [...text.matchAll(/\b(?:spawn\(|execFile\)?\(|fork\()\s*([^,)\s]+)/g)];
    expect(programs.length, path).toBeGreaterThan(0);
    for (const [, program] of programs) {
      // `fork` runs Node with a program of the repository.
      expect(program, path).toMatch(/^(process\.execPath|join\(root)$/);
    }
  }
});

test('sql.raw runs the statements of migrations and of copies only', () => {
  expect(callers(/^sql\.raw$/)).toEqual([
    'server/database/copy-rows.ts',
    'server/database/migrate.ts',
  ]);
});

test('ciphers are AES-256-GCM, hashes SHA-256, and signatures HMAC with SHA-256', () => {
  const shared = /^(server|contract|web)\//;
  const of = (name: RegExp) =>
    calls.filter((call) => name.test(call.name) && shared.test(call.path));
  for (const { first, path } of of(/^create(Cipheriv|Decipheriv)$/)) {
    expect(first, path).toBe('aes-256-gcm');
  }
  for (const { first, path } of of(/^(createHmac|hkdfSync)$/)) {
    // RFC 6238, which authenticator apps implement.
    const expected = path === 'server/features/totp/totp-code.ts' ? 'sha1' : 'sha256';
    expect(first, path).toBe(expected);
  }
  for (const { first, path } of of(/^createHash$/)) {
    // The protocol of Have I Been Pwned; nothing is protected by it.
    const expected = path === 'server/platform/accounts/breached-passwords.ts' ? 'sha1' : 'sha256';
    expect(first, path).toBe(expected);
  }
  expect(of(/^create(Cipher|Decipher|Sign|Verify|DiffieHellman)$/)).toEqual([]);
  expect(of(/^createHmac$/).length).toBeGreaterThan(3);
});

test('Math.random decides the pause before a retry only', () => {
  const used = sources.filter(
    ({ text, path }) => /Math\.random/.test(text) && !/^scripts/.test(path),
  );
  expect(used.map(({ path }) => path)).toEqual(['server/platform/mail/mail-task.ts']);
});

test('nothing turns off the verification of TLS certificates', () => {
  const off = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|no-verify/;
  expect(sources.filter(({ text }) => off.test(text)).map(({ path }) => path)).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(JSON.stringify(scripts)).not.toMatch(off);
});

test('the server requests addresses in three places and follows no redirect', () => {
  const requests = calls.filter(({ name, path }) => name === 'fetch' && path.startsWith('server/'));
  expect(requests.map(({ path }) => path)).toEqual([
    'server/platform/accounts/breached-passwords.ts',
    'server/platform/limits/recaptcha.ts',
    'server/platform/push/push-sender.ts',
  ]);
  for (const { text, path } of requests) expect(text, path).toMatch(/redirect: '(error|manual)'/);
  const others = ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram'];
  const connecting = sources.filter(
    ({ path, text }) =>
      path.startsWith('server/') && /\b(https?|http2|net|tls)\.(get|request|connect)\(/.test(text),
  );
  expect(connecting.map(({ path }) => path)).toEqual([]);
  const clients = calls.filter(
    ({ name, path }) =>
      path.startsWith('server/') && /^(get|request|connect|createConnection)$/.test(name),
  );
  const networked = clients.filter(({ path }) =>
    others.some((module) => importers(module).includes(path)),
  );
  expect(networked).toEqual([]);
});

test('the server writes to its log only; the start and the command line print', () => {
  const printing = callers(/^(console\.\w+|process\.(stdout|stderr)\.write)$/);
  expect(printing.filter((path) => /^(server|contract)\//.test(path))).toEqual([
    'server/admin.ts',
    'server/serve.ts',
  ]);
});

const keysOf = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'shape' in schema
    ? Object.keys(schema.shape as object)
    : [];

test('three calls return a session token', () => {
  const signingIn = endpoints.filter(({ reply }) => keysOf(reply).includes('token'));
  expect(signingIn.map(({ name }) => name).toSorted()).toEqual([
    'changePassword',
    'login',
    'signInWithPasskey',
  ]);
});

test('no secret is part of a URL but the codes of one-time links', () => {
  const secret = /token|password|secret|otp|code|key$/i;
  const named = endpoints.flatMap(({ name, params, query }) =>
    [...keysOf(params), ...keysOf(query)]
      .filter((key) => secret.test(key))
      .map((key) => `${name} ${key}`),
  );
  expect(named.toSorted()).toEqual([
    'addApplicationDocument code',
    'answerQuote code',
    'correctApplication code',
    'getApplicationDraft code',
    'getApplicationStatus code',
    'getDriverHistory code',
    'getEarlierInquiry code',
    'getInquiryStatus code',
    'getResetLink code',
    'openInvitation code',
    'presignProduct key',
    'resetPassword code',
    'saveDriverHistory code',
    'withdrawApplication code',
    'writeAboutInquiry code',
    'writeTestimonial code',
  ]);
});

test('pages take messages from their own workers only', () => {
  const listening = sources.filter(
    ({ path, text }) =>
      path.startsWith('web/') &&
      /addEventListener\('message'|\.?onmessage\b|BroadcastChannel/.test(text),
  );
  expect(listening.map(({ path }) => path)).toEqual([
    'web/lib/device/heic-to-jpeg.ts',
    'web/lib/device/heic-worker.ts',
    'web/lib/scan/scan-worker.ts',
    'web/lib/scan/scanner.ts',
    // From other pages of ours: browsers deliver no other site's messages here.
    'web/portal/shared/offline/outbox-of.ts',
    'web/service-worker/service-worker.ts',
  ]);
});

test('password inputs hide what is typed, and accept pasting and password managers', () => {
  const tags = sources.flatMap(({ text, path }) =>
    [...text.matchAll(/<(\w+)[^<>]*autoComplete="(?:current|new)-password"[^<>]*>/g)].map(
      ([tag, name]) => ({ path, tag, name }),
    ),
  );
  expect(tags.length).toBeGreaterThan(3);
  for (const { path, tag, name } of tags) {
    const hides = name === 'PasswordInput' || /type=("password"|\{)/.test(tag);
    expect(hides, `${path}: ${tag}`).toBe(true);
    expect(tag, path).not.toMatch(/onPaste|onCopy|readOnly/);
  }
  const pasting = sources
    .filter(({ text }) => /onPaste|'paste'/.test(text))
    .map(({ path }) => path);
  expect(pasting).toEqual(['web/portal/chat/composer.tsx']);
});
