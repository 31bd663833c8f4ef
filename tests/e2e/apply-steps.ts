/** Steps of an applicant on the application page. */
import type { Locator, Page } from '@playwright/test';

/** The first text field of that name: the applicant's, which precede those of references. */
export function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true }).first();
}

/** The select of that name. */
export function choice(page: Page, name: string): Locator {
  return page.getByRole('combobox', { name, exact: true });
}

/** Fills in the ten required fields. */
export async function fillRequired(page: Page, lastName: string): Promise<void> {
  await field(page, 'First name').fill('Marisol');
  await field(page, 'Middle initial').fill('N/A');
  await field(page, 'Last name').fill(lastName);
  await field(page, 'Phone').fill('630-555-0143');
  await field(page, 'Email').fill('marisol@example.com');
  await field(page, 'Street address').fill('9 Larkin Avenue');
  await field(page, 'City').fill('Joliet');
  await choice(page, 'State').selectOption('Illinois');
  await choice(page, 'Gender').selectOption('Decline');
  await choice(page, 'Race or ethnicity').selectOption('Decline to self-identify');
}

/** The file control. */
export function resume(page: Page): Locator {
  return page.getByRole('button', { name: 'Resume', exact: true });
}

/** Sends the form. */
export async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit application' }).click();
}

/** The form's own message, not that of a single field. */
export function alertOf(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /required fields|marked fields|submitting/ });
}
