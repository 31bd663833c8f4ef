import type { Page } from '@playwright/test';
import type { Document } from '#contract/documents.ts';
import { expect, test } from '../harness/e2e.ts';
import { photoOf } from '../harness/file-samples.ts';
import { pdfWithPages } from '../harness/pdf-pages.ts';
import type { RunningServer } from '../harness/server.ts';
import { checkA11y } from './check-a11y.ts';
import { create, newPerson, send, signedIn, tokenOf, visit } from './office-api.ts';
import { addDocument } from './records-api.ts';

test.use({ viewport: { width: 1280, height: 1000 } });

let made = 0;

/** A surname of letters only that no other test uses. */
function surname(): string {
  made += 1;
  const letters = [...`${process.pid}${made}`].map((digit) => 'abcdefghij'[Number(digit)]);
  return `Zell${letters.join('')}`;
}

async function namedDriver(server: RunningServer, first_name: string, last_name = surname()) {
  const driver = await newPerson(server, 'employee');
  const names = { user_id: driver.userId, first_name, last_name };
  await send(server, 'POST', '/api/employees', await tokenOf(server), names);
  return { ...driver, name: `${first_name} ${last_name}`, last: last_name };
}

async function pdf(name: string, page: string) {
  return { name, mimeType: 'application/pdf', buffer: await pdfWithPages([page]) };
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Settlement drop' });
const row = (page: Page, fileName: string) =>
  panel(page).getByRole('listitem').filter({ hasText: fileName });
const summary = (page: Page) => panel(page).getByRole('status').filter({ hasText: 'ready' });

test('a drop is published, and a question is answered', async ({ page, server, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  const emil = await namedDriver(server, 'Emil');
  const john = await namedDriver(server, 'John');
  await namedDriver(server, 'Jane', john.last);
  const { name } = await addDocument(server, 'settlements', [emil]);
  await signedIn(page, server, emil);
  await page.goto('/Settlements');
  const messages = await test.step('the driver asks', () => ask(page, server, name));

  const again = 'Page 2 is cut.';
  await send(server, 'POST', messages, await tokenOf(server, emil), { message: again });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, server);
  await page.goto('/portal');
  await test.step('the office answers', async () => {
    await page.getByRole('link', { name: /settlement questions? to answer/ }).click();
    await page.getByRole('link', { name: new RegExp(name) }).click();
    await expect(page.getByText(again)).toBeVisible();
    const statement = page.frameLocator(`iframe[title="${name}"]`);
    await expect(statement.owner()).toHaveAttribute('src', /^\/files\/settlements\//);
    await page.getByLabel('Your message').fill('Here it is.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Your message')).toHaveValue('');
  });
  await visit(page, '/settlements');
  await dropFiles(page, emil, john);
  const token = await tokenOf(server, john);
  const own = await send<Document[]>(server, 'GET', '/api/settlements/files', token);
  expect(own.map(({ file_name }) => file_name)).toEqual(['Settlement, week ending 11/14/2026']);
});

/** Asks about a settlement and reads the office's answer; returns the path of the thread's messages. */
async function ask(page: Page, server: RunningServer, name: string): Promise<string> {
  await page.getByRole('link', { name: `Ask the office about ${name}` }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: name })).toBeVisible();
  await page.getByLabel('Your message').fill("Where is load 7? It wasn't on this one.");
  const photo = { name: 'Ticket.jpg', mimeType: 'image/jpeg', buffer: await photoOf() };
  await page.getByLabel('Photo (optional)').setInputFiles(photo);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page).toHaveURL(/settlement-questions\?question=\d+$/);
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sent: Ticket.jpg' })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('question');
  const messages = `/api/settlements/questions/${id}/messages`;
  await visit(page, '/portal');
  await create(server, messages, { message: 'It is on page 2.' });
  await page.getByRole('link', { name: '1 answer about a settlement' }).click();
  await expect(page.getByText('New answer')).toBeVisible();
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByText('It is on page 2.')).toBeVisible();
  await page.getByRole('link', { name: 'All questions' }).click();
  await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText('Answered');
  await expect(page.getByText('New answer')).toBeHidden();
  return messages;
}

type Driver = Awaited<ReturnType<typeof namedDriver>>;

/** Drops settlements of both, publishes the one of `john`, whose name a colleague shares, and discards the other. */
async function dropFiles(page: Page, emil: Driver, john: Driver): Promise<void> {
  await page.getByRole('button', { name: 'Drop settlements' }).click();
  // The first file is stored and its reply is lost; the second one's request is lost.
  let posts = 0;
  await page.route('**/drops/*/files', async (route) => {
    posts += 1;
    if (posts > 2) return route.continue();
    if (posts === 1) await route.fetch();
    await route.abort();
  });
  await panel(page)
    .getByLabel('Settlements')
    .setInputFiles([
      await pdf(
        'week_1.pdf',
        `Driver: ${emil.name}\nNet pay: $1,800.00\nPay period: 11/01/2026 - 11/07/2026`,
      ),
      await pdf(`${john.last}.pdf`, `Loads of ${john.name}`),
      { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
    ]);
  await test.step('uploads that fail', async () => {
    await expect(panel(page).getByText("2 files aren't confirmed.")).toBeVisible();
    await expect(panel(page).getByText("1 file isn't accepted.")).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Retry page.pdf' })).toHaveCount(0);
    await panel(page).getByRole('button', { name: 'Leave out page.pdf' }).click();
    await panel(page).getByRole('button', { name: 'Retry all' }).click();
  });
  await test.step('the first format, in four presses', async () => {
    // Each file is read in a process of its own.
    const point = panel(page).getByRole('button', { name: `Driver: ${emil.name}` });
    await expect(point).toBeVisible({ timeout: 60_000 });
    await checkA11y(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await point.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const read = panel(page).getByRole('region', { name: 'What is read' });
    await expect(read.getByRole('listitem').filter({ hasText: 'week_1.pdf' })).toContainText(
      `${emil.name} one account $1,800.00, 11/01/2026 to 11/07/2026`,
    );
    await panel(page).getByRole('button', { name: 'Save format' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(panel(page).getByRole('heading', { name: '2 files' })).toBeVisible();
  });
  const chosen = '1 ready, 1 left out';
  await test.step('the review', async () => {
    await expect(summary(page)).toHaveText('1 ready, 1 to check');
    await expect(panel(page).getByRole('listitem').first()).toContainText('Check');
    await expect(row(page, 'week_1.pdf')).toContainText(
      'Matched by its format. Reads net pay $1,800.00, period 11/01/2026 to 11/07/2026.',
    );
    const guess = row(page, `${john.last}.pdf`);
    await expect(guess).toContainText('No format fits this file.');
    await expect(guess.getByRole('checkbox')).not.toBeChecked();
    await checkA11y(page);
    const field = guess.getByRole('combobox');
    await expect(field.locator('optgroup[label=Suggested] option')).toHaveCount(1);
    await field.selectOption(`${john.name} (${john.username})`);
    await expect(guess.getByRole('checkbox')).toBeChecked();
    await row(page, 'week_1.pdf').getByRole('checkbox').uncheck();
    await expect(summary(page)).toHaveText(chosen);
    const forAll = panel(page).getByLabel('Name for all files');
    await expect(forAll).toHaveValue(/^Settlement, week ending \d\d\/\d\d\/\d{4}$/);
    await forAll.fill('Settlement, week ending 11/14/2026');
    await panel(page).getByRole('button', { name: 'Rename all' }).click();
    await expect(panel(page).getByText('All files in this drop were renamed.')).toBeVisible();
  });
  await test.step('the choices stay', async () => {
    await page.keyboard.press('Escape');
    await visit(page, '/reports');
    await visit(page, '/settlements');
    await page.getByRole('button', { name: /^Continue the drop/ }).click();
    await expect(summary(page)).toHaveText(chosen);
  });
  await panel(page).getByRole('button', { name: 'Publish 1 settlement' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/1 driver gets it at once, with a notification/);
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(panel(page).getByText('1 settlement was published.')).toBeVisible();
  await expect(panel(page).getByRole('heading', { name: '1 file' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Discard' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(panel(page).getByText('Drop discarded. Nothing was published.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).last().click();
  await test.step('the list of formats', async () => {
    await page.getByRole('button', { name: 'Formats' }).click();
    await page.getByRole('button', { name: 'Edit Our settlements' }).click();
    const formats = page.getByRole('dialog', { name: 'Settlement formats' });
    await formats.getByLabel('Name of the format').fill('Paychex');
    await checkA11y(page);
    await formats.getByRole('button', { name: 'Save format' }).click();
    await expect(formats.getByText('Name right of “Driver:”')).toBeVisible();
    await formats.getByRole('button', { name: 'Delete Paychex' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(formats.getByText('No formats yet.')).toBeVisible();
    await formats.getByRole('button', { name: 'Close' }).click();
  });
}
