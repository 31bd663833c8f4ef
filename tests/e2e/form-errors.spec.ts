/** Every form focuses its first error and scrolls to it. */
import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { firstAdmin, sampleDriver } from '../harness/server.ts';
import { signedIn } from './office-api.ts';

test.use({ serverEnv: { SAMPLE_DATA: 'demo' }, viewport: { width: 390, height: 844 } });
test.setTimeout(90_000);

interface Form {
  /** The component that has the form, in web/. */
  file: string;
  path: string;
  /** The controls that open it, in order. */
  open?: readonly (string | RegExp)[];
  /** The first field with an error. */
  label: string | RegExp;
  /** A wrong value by label; by default the form is sent as it opens. */
  fill?: Readonly<Record<string, string>>;
}

const forGuests: readonly Form[] = [
  { file: 'public/login/login-form.tsx', path: '/login', label: 'Username' },
  { file: 'public/inquiries/inquiry-form.tsx', path: '/inquiry', label: 'Company' },
  { file: 'public/applications/application-form.tsx', path: '/application', label: 'First name' },
];

const forAdmins: readonly Form[] = [
  { file: 'portal/jobs/job-form.tsx', path: '/portaljobs', open: ['New job'], label: 'Position' },
  {
    file: 'portal/spotlight/post-form.tsx',
    path: '/spotlight',
    open: ['Create Post'],
    label: 'Title',
  },
  {
    file: 'portal/damages/damage-dialog.tsx',
    path: '/damages',
    open: ['Add Damage'],
    label: 'Driver Name',
  },
  {
    file: 'portal/users/user-form.tsx',
    path: '/users',
    open: [/^Add New User/],
    label: 'Username',
  },
  { file: 'portal/signup/signup-page.tsx', path: '/signup', label: 'Username' },
  { file: 'portal/store/product-form.tsx', path: '/store', open: ['New item'], label: 'Title' },
  { file: 'portal/password/password-page.tsx', path: '/password', label: 'Old password' },
  {
    file: 'portal/notifications/broadcast-dialog.tsx',
    path: '/portal',
    open: ['Send notification'],
    label: 'Message',
  },
  {
    file: 'portal/announcements/announcement-form.tsx',
    path: '/announcements',
    open: ['New announcement'],
    label: 'Message',
  },
  { file: 'portal/shared/documents/document-form.tsx', path: '/reports', label: /^File/ },
  {
    file: 'portal/claims/claim-form.tsx',
    path: '/claims?damage=43',
    fill: { VIN: 'short' },
    label: /^VIN/,
  },
  {
    file: 'portal/time-off/request-panel.tsx',
    path: '/time-off?request=1',
    open: ['Decline'],
    label: /^Why do you decline/,
  },
];

const forDrivers: readonly Form[] = [
  { file: 'portal/claims/report-form.tsx', path: '/claims?report=1', label: 'Take photo' },
  {
    file: 'portal/time-off/request-dialog.tsx',
    path: '/time-off',
    open: ['Request time off'],
    label: 'First day',
  },
  {
    file: 'portal/driver-file/upload-form.tsx',
    path: '/driver-file',
    open: [/^Upload new/],
    label: 'Photo or PDF',
  },
  {
    file: 'portal/settlement-questions/question-form.tsx',
    path: '/settlements',
    open: [/^Ask the office about/],
    label: 'Message',
  },
  {
    file: 'portal/sign-in/set-up-totp-dialog.tsx',
    path: '/sign-in',
    open: ['Set up one-time codes'],
    label: 'Current password',
  },
];

/** Forms with nothing to walk here. */
const others: Readonly<Record<string, string>> = {
  'public/form/public-form.tsx': 'the part that public forms share',
  'public/jobs/job-filter.tsx': 'a search',
  'portal/audit/audit-filter.tsx': 'a search',
  'portal/chat/composer.tsx': 'an empty message is not sent',
  'portal/shared/record-form.tsx': 'the part that record forms share',
  'portal/notifications/settings-dialog.tsx': 'every choice is valid',
  'portal/claims/claim-response.tsx': 'every choice is valid',
  'portal/inquiries/inquiry-form.tsx': 'every choice is valid',
  'portal/chat/automatic-reply-form.tsx': 'every text is valid',
  'public/reset/reset-form.tsx': 'needs a link: passwords.spec.ts',
  'public/testimonials/testimonial-form.tsx': 'needs a link: testimonials.spec.ts',
  'portal/shared/use-confirmed-call.tsx': 'needs an old session: confirm-password.spec.ts',
  'portal/employee-files/submission-form.tsx': 'without a file the press is ignored (F1)',
  'portal/hours/hours-form.tsx': 'a table: hours.spec.ts',
  'portal/employee-files/reject-dialog.tsx': 'needs a returned form: employee-files.spec.ts',
  'portal/driver-file/item-form.tsx': 'needs a document: driver-file.spec.ts',
  'portal/testimonials/testimonial-form.tsx': 'needs a testimonial: testimonials.spec.ts',
  'portal/chat/manage-replies-dialog.tsx': 'two dialogs deep: chat-office.spec.ts',
  'portal/store/order-dialog.tsx': 'opens valid: store.spec.ts',
  'portal/documents/settlement-pay-dialog.tsx': 'opens with what was read: documents.spec.ts',
  'portal/import/row-dialog.tsx': 'needs a file: import.spec.ts',
  'portal/users/department-dialog.tsx': 'a choice of people: users.spec.ts',
  'portal/sign-in/proof-form.tsx': 'walked as set-up-totp-dialog.tsx',
};

test('knows every form', () => {
  const isForm = /useRecordForm[(<]|<PublicForm\b|<form\s/;
  const files = globSync('**/*.tsx', { cwd: 'web' });
  const found = files.filter((file) => isForm.test(readFileSync(`web/${file}`, 'utf8')));
  const known = [...forGuests, ...forAdmins, ...forDrivers].map(({ file }) => file);
  expect(found.toSorted()).toEqual([...known, ...Object.keys(others)].toSorted());
});

/** What a user sees of the focus: its place, and whether something covers it. */
function focusInForm() {
  const focused = document.activeElement;
  const form = focused?.closest('form');
  if (!focused || !form) return `focus on ${focused?.tagName}`;
  const { top, bottom, left, height } = focused.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) return 'out of sight';
  const hit = document.elementFromPoint(left + 8, top + height / 2);
  if (!hit || !(focused.contains(hit) || hit.contains(focused) || hit.closest('label')))
    return `covered by ${hit?.outerHTML.slice(0, 80)}`;
  const errors = focused.closest('fieldset') ?? form;
  const isWrong =
    focused.matches('[aria-invalid=true]') || errors.querySelector('[data-field-error]');
  return isWrong ? 'first error' : 'a field without an error';
}

async function walk(page: Page, forms: readonly Form[]): Promise<void> {
  for (const { file, path, open = [], fill = {}, label } of forms) {
    await test.step(file, async () => {
      await page.goto(path);
      for (const name of open) {
        const button = page.getByRole('button', { name });
        await button.or(page.getByRole('link', { name })).first().click();
      }
      const scope = (await page.getByRole('dialog').count()) > 0 ? page.getByRole('dialog') : page;
      for (const [field, value] of Object.entries(fill))
        await scope.getByLabel(field, { exact: true }).fill(value);
      await scope.locator('button[type=submit]:visible').last().click();
      const first = scope
        .getByLabel(label)
        .or(scope.getByRole('button', { name: label, exact: true }))
        .first();
      await expect(first, file).toBeFocused();
      await expect.poll(() => page.evaluate(focusInForm), file).toBe('first error');
    });
  }
}

test('on public pages', async ({ page }) => walk(page, forGuests));

test('in the office', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  await signedIn(page, server, firstAdmin);
  await walk(page, forAdmins);
});

test('of drivers', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  await signedIn(page, server, sampleDriver(server));
  await walk(page, forDrivers);
});
