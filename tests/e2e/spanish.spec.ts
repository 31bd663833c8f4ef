import type { Page } from '@playwright/test';
import { pages } from '../../web/portal/pages.ts';
import { expect, test } from '../harness/e2e.ts';
import { isFull } from '../harness/is-full.ts';
import { sampleDriver } from '../harness/server.ts';
import { visit } from './office-api.ts';

test.use({ serverEnv: { SAMPLE_DATA: 'demo' }, locale: 'es-US' });

/** English words that Spanish doesn't have. */
const english =
  /(?<![\p{L}\d@./-])(the|and|of|your|you|to|with|for|is|are|was|were|please|by|on|from|not|this|that|it|has|have|an|all|any|new|view|show|save|send|delete|edit|cancel|close|search|yes)(?![\p{L}\d@-])/iu;

/** The texts of the replies that the page has had: what people wrote, and names. */
function repliedTexts(page: Page): Set<string> {
  const texts = new Set<string>();
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const line of value.split('\n')) if (line.trim()) texts.add(line.trim());
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
  };
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    add(await response.json().catch(() => null));
  });
  return texts;
}

/** Every text in sight and those that screen readers add. */
const shownTexts = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
    return [body, ...body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && !element.closest('[lang=en]'))
      .flatMap((element) => [
        ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
        ...attributes.flatMap((name) => element.getAttributeNode(name) ?? []),
      ])
      .map(({ textContent }) => textContent?.trim() ?? '')
      .concat(document.title);
  });

/** Fails on a shown text with English words that no reply has. */
async function expectSpanish(page: Page, replied: ReadonlySet<string>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Cargando/ })).toHaveCount(0);
  const inEnglish = async () => {
    // The longest first: a short one may be part of it.
    const known = [...replied]
      .filter(({ length }) => length > 7)
      .sort((one, other) => other.length - one.length);
    return (await shownTexts(page)).filter((text) => {
      const own = known.reduce((rest, one) => rest.replaceAll(one, ''), text);
      return !replied.has(text) && english.test(own);
    });
  };
  await expect.poll(inEnglish, page.url()).toEqual([]);
}

test('a driver’s day is in Spanish', async ({ page, server }) => {
  const replied = repliedTexts(page);
  const { username, password } = sampleDriver(server);
  await page.goto('/es/login');
  await expectSpanish(page, replied);
  await page.getByLabel('Usuario').fill(username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL('/es/portal');
  const own = pages.filter(({ roles }) => roles !== 'page' && roles.includes('employee'));
  // Those with the most texts of their own.
  const busy = /^\/(portal|time-off|driver-file)$/i;
  for (const { href } of own.filter(({ href }) => isFull || busy.test(href))) {
    await visit(page, `/es${href}`);
    await expectSpanish(page, replied);
  }

  await visit(page, '/es/settlements');
  await expectSpanish(page, replied);
  await page
    .getByRole('link', { name: /^Preguntar a la oficina/ })
    .first()
    .click();
  await page.getByLabel('Su mensaje').fill('¿Por qué falta la carga del martes?');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('¿Por qué falta la carga del martes?')).toBeVisible();
  await expectSpanish(page, replied);
});
