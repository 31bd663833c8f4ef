/** What journeys do again and again on the two pages of employee files. */
import type { Browser, Page } from '@playwright/test';
import { expect } from '../harness/e2e.ts';
import type { RunningServer } from '../harness/server.ts';
import { type Holder, pdfFile } from './employee-files-api.ts';
import { signedIn } from './office-api.ts';

/** These words and no others around them. */
export const said = (page: Page, text: string) => page.getByText(text, { exact: true });
/** A part of the page, by its heading. */
export const part = (page: Page, name: string) => page.getByRole('region', { name });
/** A file on the page of its holder. */
export const card = (page: Page, file: string) =>
  page.getByRole('article').filter({ hasText: file });
/** A row of the Employee List. */
export const person = (page: Page, name: string) =>
  part(page, 'Employee List').getByRole('listitem').filter({ hasText: name });
/** What was sent back of a file, as the office sees it. */
export const versions = (page: Page, file: string) =>
  page.getByRole('list', { name: `Versions of ${file}` }).getByRole('listitem');
/** MM/DD/YY, in the company's zone. */
export const today = () =>
  new Date().toLocaleDateString('en-US', {
    timeZone: 'America/Chicago',
    year: '2-digit',
    month: '2-digit',
    day: '2-digit',
  });

/** The driver's own page on a phone. */
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

/** Opens a link in its new tab, as far as the first bytes, and comes back. */
export async function view(page: Page, name: string): Promise<void> {
  const tab = page.context().waitForEvent('page');
  const bytes = page.context().waitForEvent('response', (answer) => /\/files\//.test(answer.url()));
  await page.getByRole('link', { name: `View ${name}` }).click();
  expect((await bytes).status()).toBe(200);
  await (await tab).close();
}

/** Sends a version back on the phone. */
export async function upload(page: Page, file: string, text: string): Promise<void> {
  await card(page, file).locator('input[name=file]').setInputFiles(pdfFile(text));
  await card(page, file).getByRole('button', { name: 'Upload' }).click();
  await putAway(page, 'Submission uploaded successfully.');
}

/** Waits for those words in passing and closes them; a notice may stand beside them. */
export async function putAway(page: Page, words: string): Promise<void> {
  await expect(said(page, words)).toBeVisible();
  const passing = page.getByRole('status').filter({ hasText: words });
  await passing.getByRole('button', { name: 'Close' }).click();
}

/** Asks for another status of a version on the office's page. */
export async function review(page: Page, version: string, status: string): Promise<void> {
  await page.getByLabel(`Status of ${version}`).selectOption(status);
}
