/** A form that is sent with errors focuses the first one and scrolls to it: one form of each kind. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { signedIn } from './office-api.ts';
import { newStaff } from './users-api.ts';

test.use({ viewport: { width: 390, height: 844 } });

interface Form {
  path: string;
  /** The control that opens it. */
  open?: string | RegExp;
  /** Its first field with an error when it is sent as it opens. */
  first: string | RegExp;
}

/** In turn: a long page, a dialog, a form in a page, a file, a table that became a form. */
const forms: readonly Form[] = [
  { path: '/application', first: 'First name' },
  { path: '/damages', open: 'Add Damage', first: 'Driver Name' },
  { path: '/users', open: /^Add New User/, first: 'Username' },
  { path: '/reports', first: /^File/ },
  { path: '/announcements', open: 'New announcement', first: 'Message' },
];

/** What a user sees of the focus: its place, and whether something covers it. */
function focusInForm() {
  const focused = document.activeElement;
  const form = focused?.closest('form');
  if (!focused || !form) return `focus on ${focused?.tagName}`;
  const { top, bottom, left, height } = focused.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) return 'out of sight';
  const hit = document.elementFromPoint(left + 8, top + height / 2);
  if (!hit || !(focused.contains(hit) || hit.contains(focused) || hit.closest('label'))) {
    return `covered by ${hit?.outerHTML.slice(0, 80)}`;
  }
  const [firstError] = form.querySelectorAll('[aria-invalid=true], [data-field-error]');
  const errors = focused.closest('fieldset') ?? focused.parentElement;
  return focused === firstError || errors?.contains(firstError ?? null)
    ? 'first error'
    : 'another field';
}

async function sendAsItOpens(page: Page, { path, open, first }: Form): Promise<void> {
  await page.goto(path);
  if (open) await page.getByRole('button', { name: open }).first().click();
  const dialog = page.getByRole('dialog');
  const scope = (await dialog.count()) > 0 ? dialog : page;
  await scope.locator('button[type=submit]:visible').last().click();
  const field = scope
    .getByLabel(first)
    .or(scope.getByRole('button', { name: first, exact: true }))
    .first();
  await expect(field, path).toBeFocused();
  await expect.poll(() => page.evaluate(focusInForm), path).toBe('first error');
}

test('the first error is focused and in sight on a phone', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  await newStaff(server);
  await signedIn(page, server);
  for (const form of forms) await sendAsItOpens(page, form);
});
