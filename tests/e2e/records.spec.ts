/** Conflicts, deletions and failed saves in the form of every record. */
import type { Locator, Page } from '@playwright/test';
import { damages } from '#contract/messages/damages.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { jobs } from '#contract/messages/jobs.ts';
import { portal } from '#contract/messages/portal.ts';
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
  /** Other text typed into the form, by wire name. */
  typed?: Record<string, string>;
  /** The values of this page and the other admin, as [wire value, text on the screen]. */
  mine: [unknown, string];
  theirs: [unknown, string];
  save: string;
  updated: string;
  /** Shown when the save never reached the server. */
  failed: string;
  /** Shown when the record was deleted; without it the scene is skipped. */
  gone?: string;
  /** Fills the form for a new record; without it the office doesn't create any. */
  create?: { open?: string; fill: (form: Locator, name: string) => Promise<void>; save: string };
  added?: string;
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
    failed: damages.saveFailedBecause(damages.saveFailed),
    gone: damages.gone,
    create: {
      open: 'Add Damage',
      fill: async (form, name) => {
        await form.getByLabel('Driver Name').fill(name);
        await form.getByLabel('Amount').fill('1234.5');
        await form.getByLabel('Description').fill('Mirror of a Tahoe broken at the gate.');
      },
      save: 'Save',
    },
    added: damages.added,
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
    failed: portal.jobSaveFailed,
    gone: jobs.gone,
    create: {
      fill: async (form, name) => {
        await form.getByLabel('Position').fill(name);
        await form.getByLabel('Location').fill('Omaha, NE');
        await form.getByLabel('Role information').fill('You send nine trucks a day.');
        await form.getByLabel('Responsibilities').fill('Plan\nCall');
        await form.getByLabel('Requirements').fill('A calm voice');
      },
      save: 'Add Job',
    },
    added: jobs.added,
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
    typed: { note: 'A long story' },
    mine: ['lost', 'Lost'],
    theirs: ['won', 'Won'],
    save: 'Save',
    updated: inquiries.updated,
    failed: inquiries.updateFailed,
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
    failed: testimonials.saveFailed,
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
    failed: users.submitFailed,
    gone: users.unknownUser,
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

for (const [record, screen] of Object.entries(screens)) {
  const { path, api, field, mine, theirs, save } = screen;
  const typed = Object.entries(screen.typed ?? {});
  const press = (form: Locator) => form.getByRole('button', { name: save, exact: true }).click();

  /** Opens the form of a new record and sets its field. */
  async function opened(page: Page, server: RunningServer) {
    const stored = await screen.add(server);
    await signedIn(page, server);
    await page.goto(path);
    const form = await screen.open(page, stored.name);
    await set(form, field, mine[0]);
    for (const [name, text] of typed) await set(form, name, text);
    return { ...stored, form, token: await tokenOf(server) };
  }

  async function storedValue(server: RunningServer, id: number): Promise<unknown> {
    const token = await tokenOf(server);
    const list = await send<Record<string, unknown>[]>(server, 'GET', api, token);
    return list.find((one) => one[screen.id] === id)?.[field];
  }

  test(`${record}: the second of two admins sees both versions and can save theirs (SEC28)`, async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/status of 409/);
    const { id, form, token } = await opened(page, server);
    await send(server, 'PUT', `${api}/${id}`, token, { [field]: theirs[0] });
    await press(form);
    await expect(form.getByText(general.stale)).toBeVisible();
    await expect(shown(page, 'Saved').locator('..')).toContainText(theirs[1]);
    await expect(shown(page, 'Yours').locator('..')).toContainText(mine[1]);
    expect(await storedValue(server, id)).toBe(theirs[0]);
    await axe(page);
    await form.getByRole('button', { name: 'Save my version' }).click();
    await expect(shown(page, screen.updated)).toBeVisible();
    expect(await storedValue(server, id)).toBe(mine[0]);
  });

  test(`${record}: a failed change keeps the input, says why, and can be retried`, async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED|status of 500/);
    const { id, form } = await opened(page, server);
    const change = `**${api}/${id}`;
    await page.route(change, (route) => route.abort());
    await press(form);
    await expect(form.getByText(screen.failed)).toBeVisible();
    await page.unroute(change);
    await page.route(change, (route) =>
      route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
    );
    await press(form);
    await expect(form.getByText('The disk is full.')).toBeVisible();
    await page.unroute(change);
    for (const [name, value] of [[field, mine[0]], ...typed]) {
      await expect(form.locator(`[name=${name}]`)).toHaveValue(String(value));
    }
    await press(form);
    await expect(shown(page, screen.updated)).toBeVisible();
    expect(await storedValue(server, id)).toBe(mine[0]);
  });

  const { gone, create, added } = screen;
  if (gone) {
    test(`${record}: a change of a deleted record says that it is gone`, async ({
      page,
      server,
      allowConsole,
    }) => {
      allowConsole(/status of 404/);
      const { id, name, form, token } = await opened(page, server);
      await send(server, 'DELETE', `${api}/${id}`, token);
      await press(form);
      await expect(page.getByText(gone)).toBeVisible();
      const entry = page.getByRole('article').or(page.getByRole('main').getByRole('listitem'));
      await expect(entry.filter({ hasText: name }).filter({ visible: true })).toHaveCount(0);
    });
  }

  if (create && added) {
    test(`${record}: a creation whose reply is lost stores one record on a retry (SEC30)`, async ({
      page,
      server,
      allowConsole,
    }) => {
      allowConsole(/ERR_FAILED|status of 500/);
      const name = unique('Rosa');
      await newStaff(server);
      await signedIn(page, server);
      await page.goto(path);
      if (create.open) await page.getByRole('button', { name: create.open }).click();
      const form = create.open
        ? page.getByRole('dialog', { name: create.open })
        : page.getByRole('region', { name: 'Add a job' });
      const submit = form.getByRole('button', { name: create.save, exact: true });
      await create.fill(form, name);
      await page.route(`**${api}`, async (route) => {
        if (route.request().method() === 'POST') await route.fetch();
        await route.abort();
      });
      await submit.click();
      await expect(form.getByRole('alert')).toHaveText(screen.failed);
      await page.unroute(`**${api}`);
      await page.route(`**${api}`, (route) =>
        route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
      );
      await submit.click();
      await expect(form.getByRole('alert')).toContainText('The disk is full.');
      await page.unroute(`**${api}`);
      const values = await form
        .locator('input')
        .evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value));
      expect(values).toContain(name);
      await submit.click();
      await expect(shown(page, added)).toBeVisible();
      const list = await send<object[]>(server, 'GET', api, await tokenOf(server));
      expect(list.filter((one) => Object.values(one).includes(name))).toHaveLength(1);
    });
  }
}
