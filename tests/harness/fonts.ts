/** Makes screenshots the same on every machine. */
import type { BrowserContext } from '@playwright/test';

/** Waits for late fonts: the optional ones would be missing where they take 100 ms. */
export async function waitForFonts(context: BrowserContext): Promise<void> {
  await context.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('font-display:optional', 'font-display:swap');
    await route.fulfill({ response, body });
  });
}
