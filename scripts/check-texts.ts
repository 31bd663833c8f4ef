/** Checks the texts in two languages; prints each violation as path:line and exits with 1 when there are any. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  englishOnly,
  messageNames,
  readWhileLoading,
  refusedSpanish,
  type TextViolation,
} from './text-rules.ts';

const root = dirname(import.meta.dirname);

/** Folders and files whose texts are in both languages. Add yours when it is translated. */
const translated = [
  'web/public/application-status/',
  'web/public/applications/',
  'web/public/confirmation/',
  'web/public/form/',
  'web/portal/notifications/notification',
  'web/portal/notifications/settings-dialog.tsx',
  'web/portal/password/',
  'web/portal/personal-data/',
  'web/portal/shared/push/push-choice.tsx',
  'web/portal/sign-in/factor-dialog.tsx',
  'web/portal/sign-in/passkeys-section.tsx',
  'web/portal/sign-in/proof-dialog.tsx',
  'web/portal/sign-in/sign-in-page.tsx',
  'web/portal/sign-in/totp-section.tsx',
  'web/public/about/',
  'web/public/layout/',
  'web/public/error/',
  'web/public/home/',
  'web/public/inquiries/',
  'web/public/inquiry-status/',
  'web/public/jobs/',
  'web/public/reset/',
  'web/public/legal/',
  'web/public/login/',
  'web/public/testimonials/',
  'web/public/trust/',
  'web/portal/home/portal-home-page.tsx',
  'web/portal/home/today-section.tsx',
  'web/portal/shell/',
  'web/portal/chat/chat-',
  'web/portal/chat/chosen-files.tsx',
  'web/portal/chat/composer.tsx',
  'web/portal/chat/found-messages.tsx',
  'web/portal/chat/message-',
  'web/portal/chat/people-pane.tsx',
  'web/portal/chat/person-row.tsx',
  'web/portal/chat/quiet-failure.tsx',
  'web/portal/chat/thread-',
  'web/portal/claims/claim-marks.tsx',
  'web/portal/claims/claim-photos.tsx',
  'web/portal/claims/claim-response.tsx',
  'web/portal/claims/claim-view.tsx',
  'web/portal/claims/claims-page.tsx',
  'web/portal/claims/damage-code.tsx',
  'web/portal/claims/photo-picker.tsx',
  'web/portal/claims/report-form.tsx',
  'web/portal/claims/vin-field.tsx',
  'web/portal/damages/damage-dialog.tsx',
  'web/ui/alert.tsx',
  'web/ui/field.tsx',
  'web/ui/password-input.tsx',
  'web/ui/scan/',
];

/** Messages that only the office reads. */
const office = [
  'application-pdf',
  'audit',
  'canned-replies',
  'import',
  'inquiry-office',
  'retention',
  'settlement-drops',
  'settlement-formats',
  'settlement-pay',
  'status',
  'testimonial-office',
  'unsent-mail',
];

/** What the server renders. Elsewhere in the portal a module loads in a document that has its language. */
const onServer = /^web\/(public|ui|portal\/shell)\//;

const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.(test|spec|d)\.tsx?$/.test(path))
  .sort();
const codeOf = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const isMessages = (path: string) => /(^contract\/messages\/|[/-]messages(\.es)?\.ts$)/.test(path);
const isSpanish = (path: string) => path.endsWith('.es.ts');

/** A message also reads others, by `messages.name`. */
const read = new Set(
  [...codeOf].flatMap(([path, code]) => {
    const pattern = isMessages(path) ? /(?<=\.)\w+/g : /\w+/g;
    return isSpanish(path) ? [] : (code.match(pattern) ?? []);
  }),
);

function* violationsIn(path: string, code: string): Generator<TextViolation> {
  if (/\bt\(/.test(code) || isSpanish(path)) yield* refusedSpanish(path, code);
  if (onServer.test(path)) yield* readWhileLoading(path, code);
  if (translated.some((start) => path.startsWith(start))) yield* englishOnly(path, code);
  if (!isMessages(path) || isSpanish(path)) return;
  for (const { name, at } of messageNames(path, code)) {
    if (!read.has(name)) yield { at, why: `nothing reads the message ${name}` };
  }
  const name = basename(path, '.ts');
  const hasSpanish = existsSync(join(root, path.replace(/\.ts$/, '.es.ts')));
  const isListed = office.includes(name);
  if (path.startsWith('contract/') && hasSpanish === isListed) {
    const why = hasSpanish ? 'is translated: delete it from the list' : 'has no Spanish';
    yield { at: 0, why };
  }
}

const lineOf = (code: string, at: number) => code.slice(0, at).split('\n').length;
const violations = [...codeOf].flatMap(([path, code]) =>
  [...violationsIn(path, code)].map(({ at, why }) => `${path}:${lineOf(code, at)}  ${why}`),
);
for (const violation of violations) console.error(violation);
console.log(`${files.length} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
