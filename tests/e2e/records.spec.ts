/** What every form for a record does: conflicts, failed saves and deletions. */
import type { Locator, Page } from '@playwright/test';
import type { Damage } from '#contract/damages.ts';
import { damages } from '#contract/messages/damages.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { jobs } from '#contract/messages/jobs.ts';
import { testimonials } from '#contract/messages/testimonials.ts';
import { users } from '#contract/messages/users.ts';
import { axe, expect, test } from '../harness/e2e.ts';
import type { RunningServer } from '../harness/server.ts';
import { postJob, requestQuote, send, signedIn, tokenOf, unique } from './office-api.ts';
import { approveMore } from './testimonials-api.ts';
import { addDamage, newStaff } from './users-api.ts';

interface Stored {
  id: number;
  /** Text that finds the record on its screen. */
  name: string;
}

interface Screen {
  path: string;
  /** Path of the list on the API; a record is below it. */
  api: string;
  /** The key of the id in the list. */
  id: string;
  add: (server: RunningServer) => Promise<Stored>;
  /** Opens the form of the record. */
  open: (page: Page, name: string) => Promise<Locator>;
  /** The field that both admins change, by its wire name. */
  field: string;
  /** The values of this page and the other admin, as [wire value, text on the screen]. */
  mine: [unknown, string];
  theirs: [unknown, string];
  save: string;
  updated: string;
}

const editIn = async (list: Locator, form: Locator) => {
  await list.getByRole('button', { name: /^Edit/ }).click();
  return form;
};

const screens: Record<string, Screen> = {
  damage: {
    path: '/damages',
    api: '/api/damages',
    id: 'damage_id',
    add: async (server) => {
      const name = unique('Wayne');
      const { employeeId } = await newStaff(server);
      return { id: await addDamage(server, employeeId, { driver_name: name }), name };
    },
    open: (page, name) =>
      editIn(
        page.getByRole('article').filter({ hasText: name }),
        page.getByRole('dialog', { name: 'Edit Damage' }),
      ),
    field: 'damage_amount',
    mine: [20, '$20.00'],
    theirs: [10, '$10.00'],
    save: 'Save',
    updated: damages.updated,
  },
  job: {
    path: '/portaljobs',
    api: '/api/careers',
    id: 'id',
    add: async (server) => {
      const name = unique('Diesel mechanic');
      return { id: await postJob(server, { position: name }), name };
    },
    open: (page, name) =>
      editIn(
        page.getByRole('main').getByRole('listitem').filter({ hasText: name }),
        page.getByRole('region', { name: 'Update a job' }),
      ),
    field: 'location',
    mine: ['Omaha, NE', 'Omaha, NE'],
    theirs: ['Davenport, IA', 'Davenport, IA'],
    save: 'Update Job',
    updated: jobs.updated,
  },
  inquiry: {
    path: '/inquiries',
    api: '/api/inquiries',
    id: 'id',
    add: async (server) => {
      const name = unique('Contested Motors');
      const reference = await requestQuote(server, { company_name: name });
      const token = await tokenOf(server);
      const list = await send<(Stored & { reference: string })[]>(
        server,
        'GET',
        '/api/inquiries',
        token,
      );
      return { id: list.find((one) => one.reference === reference)?.id ?? 0, name };
    },
    open: async (page, name) => {
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
      await row.getByRole('button').click();
      return page.getByRole('dialog', { name });
    },
    field: 'status',
    mine: ['lost', 'Lost'],
    theirs: ['won', 'Won'],
    save: 'Save',
    updated: inquiries.updated,
  },
  testimonial: {
    path: '/portal',
    api: '/api/testimonials',
    id: 'id',
    add: async (server) => {
      await approveMore(server, 1);
      const token = await tokenOf(server);
      const [newest] = (
        await send<{ id: number; client: string }[]>(server, 'GET', '/api/testimonials', token)
      ).toSorted((a, b) => b.id - a.id);
      return { id: newest?.id ?? 0, name: newest?.client ?? '' };
    },
    open: async (page, name) => {
      await page.locator('main button', { hasText: testimonials.title }).click();
      const dialog = page.getByRole('dialog', { name: testimonials.title });
      await dialog
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('button', { name: /^Edit/ })
        .click();
      return dialog;
    },
    field: 'city',
    mine: ['Peoria', 'Peoria'],
    theirs: ['Moline', 'Moline'],
    save: 'Save',
    updated: testimonials.updated,
  },
  user: {
    path: '/users',
    api: '/api/users',
    id: 'user_id',
    add: async (server) => {
      const { userId, username } = await newStaff(server, { pto_hours: 80, work_hours: 40.5 });
      return { id: userId, name: username };
    },
    open: async (page, name) => {
      await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
      return page.getByRole('dialog', { name: `Update ${name}` });
    },
    field: 'position',
    mine: ['Yard lead', 'Yard lead'],
    theirs: ['Dispatcher', 'Dispatcher'],
    save: 'Update User & Employee',
    updated: users.updated,
  },
};

const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Sets a control, be it an input or a select. */
async function set(form: Locator, name: string, value: unknown): Promise<void> {
  const control = form.locator(`[name=${name}]`);
  const isSelect = await control.evaluate((element) => element.tagName === 'SELECT');
  if (isSelect) await control.selectOption(String(value));
  else await control.fill(String(value));
}

test('the second of two admins sees both versions of every record and can save theirs (SEC28)', async ({
  page,
  server,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 409/);
  const token = await signedIn(page, server);
  for (const [record, screen] of Object.entries(screens)) {
    await test.step(record, async () => {
      const { path, api, field, mine, theirs, save } = screen;
      const stored = await screen.add(server);
      const value = async () => {
        const list = await send<Record<string, unknown>[]>(server, 'GET', api, token);
        return list.find((one) => one[screen.id] === stored.id)?.[field];
      };
      await page.goto(path);
      const form = await screen.open(page, stored.name);
      await set(form, field, mine[0]);
      await send(server, 'PUT', `${api}/${stored.id}`, token, { [field]: theirs[0] });
      await form.getByRole('button', { name: save, exact: true }).click();
      await expect(form.getByText(general.stale)).toBeVisible();
      await expect(shown(page, 'Saved').locator('..')).toContainText(theirs[1]);
      await expect(shown(page, 'Yours').locator('..')).toContainText(mine[1]);
      expect(await value()).toBe(theirs[0]);
      if (record === 'damage') await axe(page);
      await form.getByRole('button', { name: 'Save my version' }).click();
      await expect(shown(page, screen.updated)).toBeVisible();
      expect(await value()).toBe(mine[0]);
    });
  }
});

test('a failed save keeps the input and stores one record on a retry; a deleted record is gone (SEC30)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of (404|500)/);
  const name = unique('Rosa');
  await newStaff(server);
  const token = await signedIn(page, server);
  await page.goto('/damages');
  await page.getByRole('button', { name: 'Add Damage' }).click();
  const form = page.getByRole('dialog', { name: 'Add Damage' });
  const submit = form.getByRole('button', { name: 'Save', exact: true });
  await form.getByLabel('Driver Name').fill(name);
  await form.getByLabel('Amount').fill('1234.5');
  await form.getByLabel('Description').fill('Mirror of a Tahoe broken at the gate.');
  // The record is stored, and the reply is lost.
  await page.route('**/api/damages', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText(damages.saveFailedBecause(damages.saveFailed));
  await page.unroute('**/api/damages');
  await page.route('**/api/damages', (route) =>
    route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
  );
  await submit.click();
  await expect(form.getByRole('alert')).toContainText('The disk is full.');
  await page.unroute('**/api/damages');
  await expect(form.getByLabel('Driver Name')).toHaveValue(name);
  await submit.click();
  await expect(shown(page, damages.added)).toBeVisible();
  const list = await send<Damage[]>(server, 'GET', '/api/damages', token);
  const stored = list.filter(({ driver_name }) => driver_name === name);
  expect(stored).toHaveLength(1);

  const change = await editIn(
    page.getByRole('article').filter({ hasText: name }),
    page.getByRole('dialog', { name: 'Edit Damage' }),
  );
  await change.getByLabel('Amount').fill('7');
  await send(server, 'DELETE', `/api/damages/${stored[0]?.damage_id}`, token);
  await change.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(damages.gone)).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: name })).toHaveCount(0);
});
