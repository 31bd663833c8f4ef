/** The long public forms at every size, with each of their notices. */
import { expect, test } from '../harness/e2e.ts';

const sizes = [
  [1440, 900],
  [820, 1180],
  [390, 844],
  [844, 390],
  [320, 568],
  // 1280 × 1024 at 400 %.
  [320, 256],
] as const;

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

for (const [path, button] of [
  ['/application', 'Submit application'],
  ['/inquiry', 'Send inquiry'],
] as const) {
  test(`most of the window is form on ${path}, at every size and with every notice`, async ({
    page,
  }) => {
    await page.goto(path);
    const form = page.locator('form[method=post]');
    const everySize = async (notice: string) => {
      for (const [width, height] of sizes) {
        for (const percent of [100, 200]) {
          await page.setViewportSize({ width, height });
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = `${size}%`;
          }, percent);
          const name = `${notice} at ${width} × ${height}, ${percent} %`;
          expect(await form.evaluate(shownPart), name).toBeGreaterThan(0.9);
        }
      }
    };
    await form.getByRole('textbox').first().fill('Marisol');
    const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(stored).toContain('Marisol');
    await page.reload();
    const notice = page.getByRole('status');
    await expect(notice.filter({ hasText: 'We saved your draft' })).toBeVisible();
    await everySize('offers a draft');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(notice.filter({ hasText: 'Your answers are back' })).toBeVisible();
    await everySize('has restored a draft');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await everySize('has errors');
  });
}
