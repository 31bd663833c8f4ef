/** `npm run check` finds each of these in a source file (scripts/check-names.ts). */
import { expect, test } from 'vitest';
import { excepted, refusedCodeIn } from '../scripts/boundaries/refused-code.ts';

const whysIn = (path: string, text: string) => refusedCodeIn(path, text).map(({ why }) => why);

test.each([
  ['server/a.ts', "new Function('return 1')()", 'evaluates text'],
  ['web/a.ts', "setTimeout('alert(1)')", 'evaluates text'],
  ['scripts/a.ts', "import { runInNewContext } from 'node:vm';", 'evaluates text'],
  ['contract/a.ts', 'new RegExp(name)', 'builds a pattern'],
  ['server/a.ts', 'execFile(name, [], done)', 'starts a program'],
  ['server/a.ts', 'spawn(process.execPath, [], { shell: true })', 'starts a program'],
  ['server/a.ts', 'await sql.raw(text).execute(db)', 'text as SQL'],
  ['server/a.ts', "createCipheriv('aes-256-cbc', key, iv)", 'AES-256-GCM'],
  ['server/a.ts', "createHmac('sha1', key)", 'SHA-256'],
  ['server/a.ts', "createHash(\n  'md5',\n)", 'SHA-256'],
  ['web/a.ts', 'const id = Math.random();', 'can be guessed'],
  ['server/a.ts', 'connect({ rejectUnauthorized: false })', 'TLS certificates'],
  ['server/a.ts', "await fetch(url, { redirect: 'error' });", 'three places'],
  ['server/a.ts', "import { request } from 'node:https';", 'three places'],
  ['server/platform/limits/recaptcha.ts', 'await fetch(url, {});', 'follows redirects'],
  ['server/a.ts', "console.log('x')", 'to its log only'],
  ['web/a.ts', "window.addEventListener('message', read)", 'their own workers'],
  ['web/a.tsx', '<input autoComplete="new-password" />', 'shows what is typed'],
  ['web/a.tsx', '<PasswordInput onPaste={refuse} />', 'changes what is pasted'],
  ['web/a.tsx', '<Input type="number" />', 'a number input'],
])('in %s %j is refused', (path, text, why) => {
  expect(whysIn(path, text)).toContainEqual(expect.stringContaining(why));
});

test.each([
  ['tests/e2e/a.spec.ts', "await page.waitForLoadState('networkidle');", 'fixed time'],
  ['tests/faults/a.test.ts', 'await page.waitForTimeout(100);', 'fixed time'],
  ['web/a.test.ts', "import { setTimeout as pause } from 'node:timers/promises';", 'fixed time'],
  ['tests/harness/a.ts', 'await new Promise((done) => setTimeout(done, 9));', 'fixed time'],
  ['server/a.test.ts', 'const start = performance.now();', 'measures a machine'],
  ['server/a.test.ts', 'expect(Date.now() - start).toBeLessThan(9);', 'measures a machine'],
  ['server/a.test.ts', 'process.memoryUsage.rss()', 'measures a machine'],
  ['tests/a.test.ts', 'const at = Math.random();', "can't be repeated"],
])('in the test %s %j is refused', (path, text, why) => {
  expect(whysIn(path, text)).toEqual([expect.stringContaining(why)]);
});

test.each([
  ['tests/load/a.test.ts', 'const start = performance.now();'],
  ['server/a.full.test.ts', 'const start = performance.now();'],
  ['server/a.test.ts', 'vi.useFakeTimers();\nconst start = performance.now();'],
  ['server/a.test.ts', 'const now = () => new Date(Date.now() + passed);'],
  ['server/a.ts', "createHash('sha256').update(text)"],
  ['web/a.tsx', '<PasswordInput autoComplete="new-password" />'],
])('in %s %j is allowed', (path, text) => {
  expect(whysIn(path, text)).toEqual([]);
});

test('reports an exception that a file no longer needs', () => {
  expect(whysIn(excepted[0] ?? '', '')).toEqual([expect.stringContaining('needs no exception')]);
});
