import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '../harness/e2e.ts';
import { requestQuote, signedIn } from './office-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

/** Marks every sent mail whose subject contains this text as rejected by the mail server; returns how many. */
function rejectMails(dataDir: string, words: string): number {
  const database = new DatabaseSync(join(dataDir, 'headrack.sqlite'), { timeout: 5000 });
  const { changes } = database
    .prepare(
      "update outbox set sent_at = null, dead_at = ?, tries = 3, last_error = '550 no such user', body_text = 'Hello' where sent_at is not null and subject like ?",
    )
    .run(new Date().toISOString(), `%${words}%`);
  database.close();
  return Number(changes);
}

test('counts unsent mail in the navigation, resends it or discards it', async ({
  page,
  server,
}) => {
  const email_address = 'nobody@prairie.example.com';
  const reference = await requestQuote(server, { email_address });
  // One to the office and one to the sender, once neither is being sent.
  let refused = 0;
  await expect.poll(() => (refused += rejectMails(server.dataDir, reference))).toBe(2);
  await signedIn(page, server);
  await page.goto('/portal');
  const rail = page.getByRole('navigation', { name: 'Portal' });
  await rail.getByRole('link', { name: 'Unsent mail 2 unsent' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsent mail');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const toSender = rows.filter({ hasText: email_address });
  await expect(toSender).toContainText('after 3 tries: 550 no such user');

  await toSender.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard this mail?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Mail discarded.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Mail queued. It will be sent shortly.')).toBeVisible();
  await expect(page.getByText('No unsent mail.')).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Unsent mail', exact: true })).toBeVisible();

  await page.goto('/audit?q=discarded');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Discarded mail');
  await expect(rows).not.toContainText(email_address);
});
