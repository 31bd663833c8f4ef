import type { Page } from '@playwright/test';
import type { User } from '#contract/users.ts';
import { expect, test } from '../harness/e2e.ts';
import { firstAdmin } from '../harness/server.ts';
import { checkA11y } from './check-a11y.ts';
import { newPerson, send, signedIn, tokenOf, unique } from './office-api.ts';
import { newStaff } from './users-api.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

const add = (page: Page) => page.getByRole('button', { name: 'Add User & Employee', exact: true });
const update = (page: Page) => page.getByRole('button', { name: 'Update User & Employee' });
/** The form; the table's headers have the same labels. */
const form = (page: Page) => page.locator('form');
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const password = (page: Page) => form(page).locator('[name=password]');
const shown = (page: Page, text: string) => page.getByText(text, { exact: true });

const driver = {
  Phone: '630-555-0143',
  Password: 'a load of nine cars',
  'First Name': 'Marisol',
  'Last Name': 'Quintero',
  Department: 'Operations',
  Position: 'Driver',
  'Hire Date': '2026-02-03',
  'PTO Hours': '80',
  'Work Hours': '12.9',
};

async function fill(page: Page, username: string, values: Partial<typeof driver> = driver) {
  await form(page).getByLabel('Username').fill(username);
  await form(page).getByLabel('Email').fill(`${username}@example.com`);
  for (const [label, value] of Object.entries(values)) {
    // The checkbox label contains the word, too.
    const control = label === 'Password' ? password(page) : form(page).getByLabel(label);
    await control.fill(value);
  }
}

async function all(server: { url: string }): Promise<User[]> {
  return send<User[]>(server, 'GET', '/api/users', await tokenOf(server));
}

async function found(server: { url: string }, username: string): Promise<User> {
  const user = (await all(server)).find((one) => one.username === username);
  if (!user) throw new Error(`no user ${username}`);
  return user;
}

test('shows why admins can’t close or demote themselves (U5)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signedIn(page, server, firstAdmin);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Delete admin' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this user?',
  });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, "You can't close your own account. Ask another admin.")).toBeVisible();

  await page.getByRole('button', { name: 'Edit admin' }).click();
  await fill(page, 'admin', { ...driver, Password: '' });
  await page.locator('[name=user_role]').selectOption('employee');
  await update(page).click();
  await expect(
    shown(page, "You can't remove your own admin role. Ask another admin."),
  ).toBeVisible();
  expect(await found(server, 'admin')).toMatchObject({ user_role: 'admin' });
});

test('demoting another admin asks first', async ({ page, server }) => {
  const other = await newPerson(server, 'admin');
  await signedIn(page, server);
  await page.goto('/users');
  await row(page, other.username).first().getByRole('button', { name: 'Edit' }).click();
  await fill(page, other.username, { ...driver, Password: '' });
  await form(page).getByLabel('Role').selectOption('employee');
  await update(page).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(other.username);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await found(server, other.username)).toMatchObject({ user_role: 'admin' });
  await update(page).click();
  await question.getByRole('button', { name: 'Remove admin role' }).click();
  await expect(shown(page, 'User and Employee updated successfully.')).toBeVisible();
  expect(await found(server, other.username)).toMatchObject({ user_role: 'employee' });
});

test('an admin adds a driver, changes them and closes the account (U1, U2, U3, U4, U5)', async ({
  page,
  server,
}) => {
  const username = unique('driver').replace(' ', '-');
  await signedIn(page, server);
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'Users & Employees Table' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(
    [
      'UID',
      'EID',
      'Username',
      'Email',
      'Phone',
      'Role',
      'First Name',
      'Last Name',
      'Department',
      'Position',
      'Hire Date',
      'PTO Hours',
      'Work Hours',
      'Actions',
    ].map((label) => new RegExp(`^${label}`)),
  );
  await expect(row(page, 'admin@example.com')).toContainText('N/A');
  await expect(page.getByRole('group', { name: 'User Information' })).toBeHidden();

  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await expect(page.getByRole('group', { name: 'User Information' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Employee Information' })).toBeVisible();
  await expect(page.locator('[name=user_role]')).toHaveValue('employee');
  await expect(page.locator('[name=user_role] option')).toHaveText(['Admin', 'Employee']);
  await add(page).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  const wrong = await page
    .locator('[aria-invalid=true]')
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('name')));
  expect(wrong.toSorted()).toEqual(
    [
      'username',
      'user_email',
      'phone_number',
      'password',
      'first_name',
      'last_name',
      'department',
      'position',
      'hire_date',
      'pto_hours',
      'work_hours',
    ].toSorted(),
  );

  await fill(page, username);
  await form(page).getByLabel('Payroll number').fill('KT-0417');
  await add(page).dblclick();
  await expect(shown(page, 'User and Employee added successfully.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'User Information' })).toBeHidden();
  await expect(row(page, username)).toContainText('02/03/2026');
  const added = await found(server, username);
  expect(added).toMatchObject({ first_name: 'Marisol', pto_hours: 80, work_hours: 12 });
  expect(added).toMatchObject({ payroll_number: 'KT-0417' });
  await tokenOf(server, { username, password: driver.Password });

  await row(page, username).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Marisol');
  await expect(password(page)).toHaveValue('');
  await form(page).getByLabel('Position').fill('Lead driver');
  await expect(page.getByLabel('Payroll number')).toHaveValue('KT-0417');
  await form(page).getByLabel('Payroll number').clear();
  await update(page).click();
  await expect(shown(page, 'User and Employee updated successfully.')).toBeVisible();
  await expect(row(page, username)).toContainText('Lead driver');
  expect(await found(server, username)).toMatchObject({ payroll_number: '' });
  await tokenOf(server, { username, password: driver.Password });

  await row(page, username).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(shown(page, 'User deleted successfully.')).toBeVisible();
  await expect(row(page, username)).toHaveCount(0);
});

test('keeps the decimals of hours that were not typed (U3)', async ({ page, server }) => {
  const { username } = await newStaff(server, { pto_hours: 40.5, work_hours: 0 });
  await signedIn(page, server);
  await page.goto('/users');
  await row(page, username).first().getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('PTO Hours')).toHaveValue('40.5');
  await expect(page.getByLabel('PTO Hours')).toHaveAccessibleDescription(
    'Enter whole hours. Use the PTO Tracker for decimals.',
  );
  await page.getByLabel('Work Hours').fill('7.8');
  await expect(page.getByLabel('Work Hours')).toHaveAccessibleDescription(
    'Will be saved as 7. Use the PTO Tracker for decimals.',
  );
  await update(page).click();
  await expect(shown(page, 'User and Employee updated successfully.')).toBeVisible();
  expect(await found(server, username)).toMatchObject({ pto_hours: 40.5, work_hours: 7 });
});

test('changes an account without an employee record', async ({ page, server }) => {
  const other = await newPerson(server, 'admin');
  await signedIn(page, server);
  await page.goto('/users');
  await row(page, other.username).first().getByRole('button', { name: 'Edit' }).click();
  await form(page).getByLabel('Phone').fill('630-555-0190');
  await expect(form(page).getByLabel('First Name')).not.toHaveAttribute('required');
  await update(page).click();
  await expect(shown(page, 'User updated successfully.')).toBeVisible();
  expect(await found(server, other.username)).toMatchObject({
    phone_number: '630-555-0190',
    employee_id: null,
  });
  await row(page, other.username).first().getByRole('button', { name: 'Edit' }).click();
  await form(page).getByLabel('First Name').fill('Ines');
  await update(page).click();
  await expect(form(page).getByLabel('Last Name')).toHaveAccessibleDescription(
    'This field is required.',
  );
});

test('mails a new user a link instead of a password, and shows the new row', async ({
  page,
  server,
}) => {
  const username = unique('link').replace(' ', '-');
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByLabel('Role filter').selectOption('admin');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await page.getByLabel('Send a link instead of a password').check();
  await expect(password(page)).toBeHidden();
  const { Password: _, ...rest } = driver;
  await fill(page, username, rest);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await add(page).click();
  expect((await sent).postDataJSON()).toMatchObject({ send_link: 1 });
  await expect(shown(page, 'User and Employee added successfully.')).toBeVisible();
  await expect(
    page.getByText(`A link to set the password is on its way to ${username}@example.com.`),
  ).toBeVisible();
  await expect(row(page, username)).toBeFocused();
  await expect(row(page, username)).toContainText('New');
  await expect(page.getByRole('row').nth(1)).toContainText(username);
});

test('moves several people to another department at once', async ({ page, server }) => {
  const people = [await newStaff(server), await newStaff(server)];
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Change department' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change department' });
  await dialog.getByLabel('New department').fill('Yard');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose at least one person.')).toBeVisible();
  for (const { username } of people) await dialog.getByLabel(username).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(shown(page, '2 people are in Yard.')).toBeVisible();
  for (const { username } of people) await expect(row(page, username)).toContainText('Yard');
});

for (const width of [1024, 1440]) {
  test(`first and last name stay in view at ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 });
    const { username, employeeId } = await newStaff(server);
    // Both are longer than their columns are wide.
    await send(server, 'PUT', `/api/employees/${employeeId}`, await tokenOf(server), {
      first_name: 'Maximiliano-Alejandro',
      last_name: 'Wolfeschlegelsteinhausenberger',
    });
    await signedIn(page, server);
    await page.goto('/users');
    const user = row(page, username).first();
    await expect(user).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    if (width === 1440) {
      // All columns are in sight, and the edge shows that more rows follow.
      const box = page.getByRole('region', { name: 'Users & Employees Table' });
      const sizes = await box.evaluate((element) => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        const shade = () => getComputedStyle(element, '::after').opacity;
        const top = shade();
        element.scrollTop = scrollHeight;
        return { over: scrollWidth - clientWidth, hidden: scrollHeight - clientHeight, top };
      });
      expect(sizes.over).toBe(0);
      // Phone, role, department and hours are complete.
      for (const index of [4, 5, 8, 11, 12]) {
        const cell = user.getByRole('cell').nth(index);
        expect(await cell.evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
      }
      expect(sizes.top).toBe(sizes.hidden > 0 ? '1' : '0');
      const shade = () => box.evaluate((element) => getComputedStyle(element, '::after').opacity);
      await expect.poll(shade).toBe('0');
    }
    for (const left of [0, 400, 2000]) {
      // In one step: a live update may move the columns between two measurements.
      const edges = await user.evaluate((element, to) => {
        const box = element.closest('section') as HTMLElement;
        box.scrollTo({ left: to });
        const cells = [element.children[6], element.children[7], element.lastElementChild];
        const sides = cells.map((cell) => cell?.getBoundingClientRect());
        return [box.getBoundingClientRect().left, ...sides.flatMap((a) => [a?.left, a?.right])];
      }, left);
      const [frame, firstLeft, firstRight, lastLeft, lastRight, actions] = edges.map(Number);
      expect(firstLeft).toBeGreaterThanOrEqual(Number(frame) - 1);
      expect(firstRight).toBeLessThanOrEqual(Number(lastLeft) + 1);
      expect(lastRight).toBeLessThanOrEqual(Number(actions) + 1);
    }
  });
}

test('explains when only the user was saved, and a retry continues from there (U4, U5)', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/, /ERR_/);
  const username = unique('driver').replace(' ', '-');
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await fill(page, username);
  await page.route('**/api/employees', (route) =>
    route.fulfill({ status: 503, json: { error: 'The service is away.' } }),
  );
  await add(page).click();
  await expect(
    shown(
      page,
      'The user was added, but not the employee information: The service is away. Save again.',
    ),
  ).toBeVisible();
  await expect(page.getByLabel('First Name')).toHaveValue('Marisol');
  expect(await found(server, username)).toMatchObject({ employee_id: null });

  // The employee is created, and the reply is lost.
  await page.unroute('**/api/employees');
  const sent: (string | undefined)[] = [];
  await page.route('**/api/employees', async (route) => {
    sent.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort();
  });
  await update(page).click();
  await expect(
    page.getByText(/^The user was updated, but not the employee information/),
  ).toBeVisible();
  await page.unroute('**/api/employees');
  await update(page).click();
  await expect(shown(page, 'User and Employee updated successfully.')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(`${username}New`);
  expect(sent).toHaveLength(1);
  const users = (await all(server)).filter((user) => user.username === username);
  expect(users).toHaveLength(1);
  expect(users[0]).toMatchObject({ first_name: 'Marisol', work_hours: 12 });
  await tokenOf(server, { username, password: driver.Password });
});

test('a draft continues from the saved user after a reload', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const username = unique('driver').replace(' ', '-');
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await fill(page, username);
  await page.route('**/api/employees', (route) => route.fulfill({ status: 503, json: {} }));
  await add(page).click();
  await expect(
    page.getByText(/^The user was added, but not the employee information/),
  ).toBeVisible();
  await page.unroute('**/api/employees');
  await page.reload();
  await update(page).click();
  await expect(shown(page, 'User and Employee updated successfully.')).toBeVisible();
  expect(await found(server, username)).toMatchObject({ first_name: 'Marisol' });
});

test('a list that failed to load can be loaded again', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 502/);
  await signedIn(page, server);
  await page.route('**/api/users', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await page.goto('/users');
  await expect(page.getByText('Failed to fetch users.')).toBeVisible();
  await page.unroute('**/api/users');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, 'admin@example.com')).toBeVisible();
});

test('shows a taken username beside its control, and redirects employees', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signedIn(page, server);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add New User & Employee' }).click();
  await fill(page, 'ADMIN');
  await form(page).getByLabel('Email').fill('another@example.com');
  await add(page).click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
    'This username is already taken.',
  );
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Username')).toBeHidden();

  await signedIn(page, server, 'employee');
  await page.goto('/users');
  await expect(page).toHaveURL('/portal');
  await expect(shown(page, "You don't have access to this page.")).toBeVisible();
});

test('searches and sorts a long table, which renders more rows on scrolling', async ({
  page,
  server,
}) => {
  const one = await found(server, 'admin');
  const many = Array.from({ length: 1000 }, (_, index) => ({
    ...one,
    user_id: 5000 + index,
    username: `hauler${index}`,
    user_email: `hauler${index}@example.com`,
    pto_hours: 1000 - index,
    employee_id: index,
  }));
  await signedIn(page, server);
  await page.route('**/api/users', (route) => route.fulfill({ json: many }));
  await page.goto('/users');
  await expect(page.getByText('1000 users')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(130);
  await page.getByRole('button', { name: 'PTO Hours' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('hauler999');
  await page.getByRole('region', { name: 'Users & Employees Table' }).evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await expect(row(page, 'hauler920@example.com')).toBeAttached();
  await page.keyboard.press('/');
  await page.keyboard.type('hauler77');
  await expect(page.getByText('11 of 1000 users')).toBeVisible();
  await page.getByLabel('Role filter').selectOption('employee');
  await expect(page.getByText('No users match this search.')).toBeVisible();
});

const isFull = process.env.FULL === '1';

for (const width of isFull ? [390, 820, 1440] : [390, 1440]) {
  // portal-screens.spec.ts checks the list.
  test(`the user and password forms are accessible at ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 });
    const person = await newPerson(server, 'admin');
    await signedIn(page, server, person);
    await page.goto('/users');
    const role = width < 768 ? 'list' : 'table';
    await expect(page.getByRole(role, { name: 'Users & Employees Table' })).toBeVisible();
    if (isFull) {
      await expect(page.getByText(/^\d+ users$/)).toBeVisible();
      await checkA11y(page);
    }
    await page.getByRole('button', { name: 'Add New User & Employee' }).click();
    await add(page).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await checkA11y(page);
    if (isFull) {
      await page.goto('/audit');
      await expect(page.getByText('Logged in').first()).toBeVisible();
      await checkA11y(page);
    }
    await page.goto('/password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await checkA11y(page);
  });
}
