import type { Browser, Page } from '@playwright/test';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import { pictureOf } from '#tests/harness/file-samples.ts';
import type { RunningServer } from '#tests/harness/server.ts';
import { newStaff, signedIn, unique } from './office-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const posted = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const reaction = (page: Page, title: string, name: string | RegExp) =>
  posted(page, title).getByRole('button', { name, exact: typeof name === 'string' });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });
const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true });

/** An employee with their own browser on the spotlight page. */
async function staffOn(browser: Browser, server: RunningServer) {
  const staff = await newStaff(server);
  const viewport = { width: 390, height: 900 };
  const context = await browser.newContext({ baseURL: server.url, viewport });
  const page = await context.newPage();
  await signedIn(page, server, staff);
  await page.goto('/spotlight');
  return { page, name: staff.name };
}

test('an admin posts, people react and see each other, the post is changed and deleted (P1, P2, P3, P4)', async ({
  page,
  server,
  browser,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const title = unique('Nine Tahoes');
  await signedIn(page, server);
  await page.goto('/spotlight');
  await page.getByRole('button', { name: 'Create Post' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Post' });
  await expect(dialog.getByRole('radio', { name: 'Layout 1' })).toBeChecked();
  await post(page).click();
  await expect(dialog.getByRole('alert')).toHaveText('Title and text are required');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Text').fill(`🚚${'x'.repeat(1748)}`);
  await expect(shown(page, '1749/1750')).not.toHaveClass(/text-danger/);
  await dialog.getByLabel('Text').press('x');
  await expect(shown(page, '1750/1750')).toHaveClass(/text-danger/);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Text').fill('Nine Tahoes through the ice.\n<b>Not one scratch.</b>');
  await dialog.getByLabel(/^Picture/).setInputFiles({
    name: 'tahoes.jpg',
    mimeType: 'image/jpeg',
    buffer: await pictureOf('jpeg', { width: 900, height: 600 }),
  });
  await expect(dialog.getByRole('img', { name: 'Chosen: tahoes.jpg' })).toBeVisible();
  await page.route('**/api/spotlight/upload', (route) => route.abort(), { times: 1 });
  await post(page).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to submit post');
  await post(page).click();
  await expect(shown(page, 'Post added successfully!')).toBeVisible();
  await expect(posted(page, title)).toHaveCount(1);
  await expect(posted(page, title)).toContainText('<b>Not one scratch.</b>');
  await expect(posted(page, title).getByText('Nine Tahoes through')).toHaveCSS(
    'white-space-collapse',
    'preserve-breaks',
  );
  await expect(posted(page, title).getByText(/^\d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(posted(page, title).getByAltText('')).toHaveJSProperty('complete', true);

  const rosa = await staffOn(browser, server);
  await expect(rosa.page.getByRole('button', { name: /^(Create|Edit|Delete)/ })).toHaveCount(0);
  await reaction(rosa.page, title, 'Thumbs up').click();
  await expect(reaction(page, title, 'Thumbs up, 1')).toBeVisible();
  await reaction(page, title, /^Thumbs up/).click();
  await expect(reaction(page, title, 'Thumbs up, 2, yours')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await reaction(page, title, 'Surprised').click();
  await expect(reaction(rosa.page, title, 'Surprised, 1')).toBeVisible();
  await expect(reaction(rosa.page, title, 'Thumbs up, 1, yours')).toBeVisible();
  await reaction(rosa.page, title, '2 reactions').click();
  const names = rosa.page.getByRole('dialog', { name: `Who reacted to ${title}` });
  await expect(names).toContainText(rosa.name);
  await axe(rosa.page);
  await rosa.page.keyboard.press('Escape');
  await expect(reaction(rosa.page, title, '2 reactions')).toBeFocused();
  await reaction(page, title, 'Surprised, 1, yours').click();
  await expect(reaction(rosa.page, title, 'Surprised')).toBeVisible();

  await reaction(page, title, `Edit ${title}`).click();
  await page.getByRole('radio', { name: 'Layout 2' }).check({ force: true });
  await post(page).click();
  await expect(shown(page, 'Post updated successfully!')).toBeVisible();
  // The picture is beside the heading once the page has reloaded.
  const between = async () => {
    const picture = await posted(page, title).getByAltText('').boundingBox();
    const heading = await posted(page, title).getByRole('heading').boundingBox();
    return (heading?.x ?? Number.NaN) - (picture?.x ?? Number.NaN) - (picture?.width ?? 0);
  };
  await expect.poll(between).toBeGreaterThan(-1);

  await reaction(page, title, `Delete ${title}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'Post deleted successfully!')).toBeVisible();
  for (const one of [page, rosa.page]) await expect(posted(one, title)).toBeHidden();
  await rosa.page.context().close();
});
