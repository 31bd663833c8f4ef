import { applicationInput, genders, races } from '#contract/applications.ts';
import { states } from '#contract/states.ts';
import { expect, test } from '../harness/e2e.ts';
import { pdfOf } from '../harness/multipart.ts';
import { alertOf, choice, field, fillRequired, press, resume } from './apply-steps.ts';

test('the form has every field, marks the required ones and starts empty (C3, C4, C5, C9)', async ({
  page,
}) => {
  await page.goto('/application');
  const form = page.locator('form[enctype="multipart/form-data"]');
  const required = await form
    .locator(':required')
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('name')));
  expect(required).toEqual([
    'first_name',
    'middle_initial',
    'last_name',
    'phone',
    'email',
    'street_address',
    'city',
    'state',
    'workExperiences.0.company',
    'workExperiences.0.position',
    'references.0.first_name',
    'references.0.last_name',
    'references.0.phone',
    'references.0.email',
    'gender',
    'race',
  ]);
  await expect(form.getByTitle('Required')).toHaveCount(16);
  const optional = ['zipcode', 'cdl_license_number', 'driver_license_expiration', 'resume'];
  for (const name of optional) await expect(form.locator(`[name="${name}"]`)).toBeVisible();
  const flags = form.getByRole('checkbox');
  await expect(flags).toHaveCount(11);
  for (const flag of await flags.all()) await expect(flag).not.toBeChecked();
  await expect(page.getByLabel('Years of car hauling')).toHaveValue('0');

  const choices = async (label: string) =>
    (await page.getByLabel(label, { exact: true }).getByRole('option').allInnerTexts()).slice(1);
  const names = states.map(([, name]) => name);
  expect(names).toHaveLength(50);
  for (const label of ['CDL state', "Driver's license state"]) {
    expect(await choices(label)).toEqual(names);
  }
  expect(await choice(page, 'State').getByRole('option').count()).toBe(51);
  await expect(choice(page, 'Gender').getByRole('option')).toHaveText(['Choose…', ...genders]);
  await expect(choice(page, 'Race or ethnicity').getByRole('option')).toHaveText([
    'Choose…',
    ...races,
  ]);
  expect(races).toHaveLength(8);
});

test('alerts when first name or email is empty, else shows errors beside the fields (C5)', async ({
  page,
}) => {
  await page.goto('/application');
  const first = field(page, 'First name');
  await press(page);
  await expect(alertOf(page)).toContainText('Please fill in all required fields.');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('This field is required.');

  await fillRequired(page, 'Quintero');
  await field(page, 'Email').fill('');
  await press(page);
  await expect(alertOf(page)).toContainText('Please fill in all required fields.');
  await expect(field(page, 'Email')).toBeFocused();

  await field(page, 'Email').fill('marisol at example');
  await field(page, 'City').fill('');
  await page.getByRole('group', { name: 'Reference 1' }).getByLabel('Phone').fill('630-555-0177');
  await press(page);
  await expect(alertOf(page)).toContainText('Please correct the marked fields.');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'City')).toHaveAccessibleDescription('This field is required.');
  const reference = page.getByRole('group', { name: 'Reference 1' });
  await expect(reference.getByLabel('Last name')).toHaveAttribute('aria-invalid', 'true');
  await expect(first).toHaveValue('Marisol');
});

test('warns about odd answers and rejects a job that ends before it starts', async ({ page }) => {
  await page.goto('/application');
  await fillRequired(page, 'Quintero');
  await field(page, 'ZIP code').fill('ABC');
  await page.getByLabel('CDL expiration').fill('2020-01-31');
  const work = page.getByRole('group', { name: 'Work experience 1' });
  await work.getByLabel('Company').fill('Prairie Lines');
  await work.getByLabel('Position').fill('Driver');
  await work.getByLabel('From').fill('2019-04-01');
  await work.getByLabel('To').fill('2018-04-01');
  await work.getByLabel('I still work here').check();
  await expect(field(page, 'ZIP code')).toHaveAccessibleDescription(/5 digits/);
  await expect(page.getByLabel('CDL expiration')).toHaveAccessibleDescription(/has expired/);
  const to = work.getByLabel('To');
  await expect(to).toHaveAccessibleDescription("The end date can't be before the start date.");
  await to.fill('2020-04-01');
  await expect(to).toHaveAccessibleDescription(/is marked as current/);
  await work.getByLabel('I still work here').uncheck();
  await expect(to).toHaveAccessibleDescription('');
});

test("shows 'Ready to send' only when nothing is left to correct", async ({ page }) => {
  await page.goto('/application');
  await fillRequired(page, 'Quintero');
  const progress = page.getByRole('navigation', { name: 'Sections of this form' });
  await expect(progress).toContainText('Ready to send');
  await resume(page).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('not a PDF'),
  });
  await expect(progress).toContainText('1 answer to correct');
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await expect(progress).toContainText('Ready to send');
  await page.getByRole('group', { name: 'Reference 1' }).getByLabel('Last name').fill('Otto');
  await expect(progress).toContainText('10 of 13 required answers');
  await field(page, 'Email').fill('marisol at example');
  await expect(progress).toContainText('9 of 13 required answers');
  await expect(progress).toContainText('1 answer to correct');
  await expect(progress).not.toContainText('Ready to send');
});

test('adds and removes rows, and undoes a removal (C3)', async ({ page }) => {
  await page.goto('/application');
  const work = (number: number) =>
    page.getByRole('group', { name: `Work experience ${number}`, exact: true });
  await work(1).getByLabel('Company').fill('First');
  await page.getByRole('button', { name: 'Add work experience' }).click();
  await expect(work(2).getByLabel('Company')).toBeFocused();
  await work(2).getByLabel('Company').fill('Second');
  await page.getByRole('button', { name: 'Remove work experience 1' }).click();
  await expect(work(1).getByLabel('Company')).toHaveValue('Second');
  await expect(work(1).getByLabel('Company')).toHaveAttribute('name', 'workExperiences.0.company');
  await expect(work(2)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(work(1).getByLabel('Company')).toHaveValue('First');
  await expect(work(2).getByLabel('Company')).toHaveValue('Second');
  await page.getByRole('button', { name: 'Add reference' }).click();
  await expect(page.getByRole('group', { name: /^Reference/ })).toHaveCount(2);
  for (const number of [2, 1]) {
    await page.getByRole('button', { name: `Remove reference ${number}` }).click();
  }
  await expect(page.getByRole('group', { name: /^Reference/ })).toHaveCount(0);
});

test('a date input is text, a date picker on focus, and text again when left empty (C6)', async ({
  page,
}) => {
  await page.goto('/application');
  const title = page.getByRole('heading', { level: 1 });
  for (const label of ['CDL expiration', "Driver's license expiration", 'From']) {
    const date = page.getByLabel(label, { exact: true });
    await expect(date).toHaveAttribute('type', 'text');
    await date.click();
    await expect(date).toHaveAttribute('type', 'date');
    await title.click();
    await expect(date).toHaveAttribute('type', 'text');
    await date.click();
    await page.keyboard.type('05312029');
    await title.click();
    await expect(date).toHaveAttribute('type', 'date');
    await expect(date).toHaveValue('2029-05-31');
  }
  // Dictation, for example, inserts a whole date.
  const to = page.getByLabel('To', { exact: true });
  await to.focus();
  await page.keyboard.insertText('2030-01-31');
  await expect(to).toHaveValue('2030-01-31');
});

test('accepts only a PDF up to 10 MB, then sends every answer under its wire name (C7)', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/application');
  await expect(page.getByText('PDF only, at most 10 MB. Optional.')).toBeVisible();
  await expect(resume(page)).toHaveAttribute('accept', 'application/pdf,.pdf');
  await fillRequired(page, 'Quintero');
  const mimeType = 'application/pdf';
  await resume(page).setInputFiles({ name: 'a.pdf', mimeType, buffer: Buffer.from('MZ\0\0') });
  await expect(resume(page)).toHaveAccessibleDescription(/The resume must be a PDF file\./);
  await press(page);
  await expect(alertOf(page)).toContainText('Please correct the marked fields.');
  await expect(resume(page)).toBeFocused();
  const large = pdfOf('Resume', 10 * 1024 * 1024 + 1);
  await resume(page).setInputFiles({ name: 'b.pdf', mimeType, buffer: large });
  await expect(resume(page)).toHaveAccessibleDescription(/The resume is larger than 10 MB\./);
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await expect(resume(page)).not.toHaveAttribute('aria-invalid');
  expect(sent).toEqual([]);
  let names: string[] = [];
  await page.route('**/api/application', (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
    names = [...body.matchAll(/name="([^"]+)"/g)].map(([, name]) => name ?? '');
    return route.fulfill({ status: 201, json: { message: 'x', id: 1 } });
  });
  await press(page);
  await expect(page).toHaveURL('/careers');
  const known = Object.keys(applicationInput.shape).filter((name) => name !== 'job_id');
  expect(names.toSorted()).toEqual(known.toSorted());
  expect(names).not.toContain('created_at');
});

/** The part of the window that shows the form itself, with its middle in sight; nothing that stays in place counts. */
function shownPart(form: Element): number {
  const { top, height } = form.getBoundingClientRect();
  scrollBy({ top: top + height / 2 - innerHeight / 2, behavior: 'instant' });
  const isPinned = (element: Element | null): boolean =>
    element !== null &&
    (/sticky|fixed/.test(getComputedStyle(element).position) || isPinned(element.parentElement));
  let shown = 0;
  for (let y = 0; y < innerHeight; y += 1) {
    const found = document.elementFromPoint(innerWidth / 2, y);
    if (form.contains(found) && !isPinned(found)) shown += 1;
  }
  return shown / innerHeight;
}

test('most of the window is form, at every size and with every notice', async ({ page }) => {
  for (const [path, sensitive, button] of [
    ['/application', ['CDL number', "Driver's license number"], 'Submit application'],
    ['/inquiry', [], 'Send inquiry'],
  ] as const) {
    await page.goto(path);
    const form = page.locator('form[method=post]');
    await form.getByRole('textbox').first().fill('Marisol');
    for (const label of sensitive) await field(page, label).fill('Q123');
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toContain('Marisol');
    const everySize = async (notice: string) => {
      for (const [width, height] of [
        [1440, 900],
        [820, 1180],
        [390, 844],
        [844, 390],
        [320, 568],
        // 1280 × 1024 at 400 %.
        [320, 256],
      ] as const) {
        for (const percent of [100, 200]) {
          await page.setViewportSize({ width, height });
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = `${size}%`;
          }, percent);
          const name = `${path} ${notice} at ${width} × ${height}, ${percent} %`;
          expect(await form.evaluate(shownPart), name).toBeGreaterThan(0.9);
        }
      }
    };
    await page.reload();
    const draft = page.getByRole('status').filter({ hasText: 'We saved your draft' });
    await expect(draft).toBeVisible();
    await everySize('offers a draft');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Your answers are back' }),
    ).toBeVisible();
    await everySize('has restored a draft');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await everySize('has errors');
  }
});

test('a message that belongs to no field is in sight', async ({ page, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/application');
  await fillRequired(page, 'Quintero');
  await page.context().setOffline(true);
  await press(page);
  const message = alertOf(page);
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(message.getByRole('button', { name: 'Send again' })).toBeInViewport({ ratio: 1 });
});

test('pointing at a link while offline keeps the form', async ({ page, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/, /route module/, /dynamically imported/);
  await page.goto('/application');
  await fillRequired(page, 'Quintero');
  await field(page, 'CDL number').fill('Q123');
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).hover();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).hover();
  // Longer than the delay before a prefetch.
  await page.waitForTimeout(500);
  await expect(field(page, 'CDL number')).toHaveValue('Q123');
});
