import type { Page } from '@playwright/test';
import type { Post } from '#contract/spotlight.ts';
import { axe, expect, test } from '#tests/harness/e2e.ts';
import { pictureOf } from '#tests/harness/file-samples.ts';
import { newStaff, send, signedIn, tokenOf, unique } from './office-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

const posted = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const reaction = (page: Page, title: string, name: string | RegExp) =>
  posted(page, title).getByRole('button', { name, exact: typeof name === 'string' });
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });
const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true });

test('posts and their reactions (P1, P2, P3, P4)', async ({ page, server, allowConsole }) => {
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

  const rosa = await newStaff(server);
  const token = await tokenOf(server, rosa);
  const posts = await send<Post[]>(server, 'GET', '/api/spotlight/posts', null);
  const id = posts.find((one) => one.title === title)?.id;
  await send(server, 'POST', `/api/spotlight/posts/${id}/reactions`, token, {
    emoji: '👍',
  });
  await expect(reaction(page, title, 'Thumbs up, 1')).toBeVisible();
  await reaction(page, title, /^Thumbs up/).click();
  await expect(reaction(page, title, 'Thumbs up, 2, yours')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await reaction(page, title, 'Surprised').click();
  await expect(reaction(page, title, 'Surprised, 1, yours')).toBeVisible();
  await expect(reaction(page, title, 'Thumbs up, 1')).toBeVisible();
  await reaction(page, title, '2 reactions').click();
  const names = page.getByRole('dialog', { name: `Who reacted to ${title}` });
  await expect(names).toContainText(rosa.name);
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(reaction(page, title, '2 reactions')).toBeFocused();

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
  await expect(posted(page, title)).toBeHidden();
});
