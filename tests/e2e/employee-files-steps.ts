/** Steps on the two pages of employee files. */
import type { Browser, Page } from '@playwright/test';
import { expect } from '../harness/e2e.ts';
import type { RunningServer } from '../harness/server.ts';
import { pdfFile } from './documents-api.ts';
import type { Holder } from './employee-files-api.ts';
import { signedIn } from './office-api.ts';

export const exactText = (page: Page, text: string) => page.getByText(text, { exact: true });
/** A section of the page, by its heading. */
export const part = (page: Page, name: string) => page.getByRole('region', { name });
/** A file on the employee's page. */
export const card = (page: Page, file: string) =>
  page.getByRole('article').filter({ hasText: file });
/** A row of the Employee List. */
export const person = (page: Page, name: string) =>
  part(page, 'Employee List').getByRole('listitem').filter({ hasText: name });
/** The versions of a file on the admins' page. */
export const versions = (page: Page, file: string) =>
  page.getByRole('list', { name: `Versions of ${file}` }).getByRole('listitem');
/** MM/DD/YY, in the company's time zone. */
export const today = () =>
  new Date().toLocaleDateString('en-US', {
    timeZone: 'America/Chicago',
    year: '2-digit',
    month: '2-digit',
    day: '2-digit',
  });

/** The employee's page on a phone. */
export async function onPhone(browser: Browser, server: RunningServer, who: Holder): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signedIn(page, server, who);
  await page.goto('/EmployeeFiles');
  return page;
}

/** Opens a link in a new tab, waits for its first bytes and closes the tab. */
export async function view(page: Page, name: string): Promise<void> {
  const tab = page.context().waitForEvent('page');
  const bytes = page
    .context()
    .waitForEvent('response', (response) => /\/files\//.test(response.url()));
  await page.getByRole('link', { name: `View ${name}` }).click();
  expect((await bytes).status()).toBe(200);
  await (await tab).close();
}

/** Submits a version on the phone. */
export async function upload(page: Page, file: string, text: string): Promise<void> {
  await card(page, file).locator('input[name=file]').setInputFiles(pdfFile(text));
  await card(page, file).getByRole('button', { name: 'Upload' }).click();
  await closeToast(page, 'Submission uploaded successfully.');
}

/** Waits for a toast and closes it; there may be others. */
export async function closeToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: text });
  await toast.getByRole('button', { name: 'Close' }).click();
}

/** Sets the status of a version on the admins' page. */
export async function review(page: Page, version: string, status: string): Promise<void> {
  await page.getByLabel(`Status of ${version}`).selectOption(status);
}
