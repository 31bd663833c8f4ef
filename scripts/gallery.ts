/**
 * npm run gallery [-- word …]: pictures of every screen at each width, in each theme and language, empty and full,
 * as one page under .cache/gallery. Words choose among them: `inquiries 390 dark`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { newPerson, signedIn } from '../tests/e2e/office-api.ts';
import { publicScreens, screensOf } from '../tests/e2e/screens.ts';
import { waitForFonts } from '../tests/harness/fonts.ts';
import {
  firstAdmin,
  type RunningServer,
  sampleDriver,
  startServer,
} from '../tests/harness/server.ts';
import { ensureChromium, launchOptions } from './chromium.ts';
import { root } from './steps.ts';
import { makeWorkFolder } from './work-folder.ts';

const widths = { '390': 844, '820': 1180, '1440': 900 };
const themes = ['light', 'dark'] as const;
/** The pages of a language are under its prefix. */
const languages = [
  { code: 'en', locale: 'en-US', prefix: '' },
  { code: 'es', locale: 'es-US', prefix: '/es' },
];
const fillings = ['full', 'empty'] as const;
const visitors = ['public', 'admin', 'employee'] as const;

type Visitor = (typeof visitors)[number];

interface Shot {
  screen: string;
  visitor: Visitor;
  filling: string;
  language: string;
  width: string;
  theme: string;
  file: string;
}

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const dimensions: Record<string, readonly string[]> = {
  visitor: visitors,
  filling: fillings,
  language: languages.map(({ code }) => code),
  width: Object.keys(widths),
  theme: themes,
};
const values = new Set(Object.values(dimensions).flat());
const names = words.filter((word) => !values.has(word));

/** Whether the words name this value of a dimension, or none of it. */
function isChosen(dimension: string, value: string): boolean {
  const chosen = words.filter((word) => dimensions[dimension]?.includes(word));
  return chosen.length === 0 || chosen.includes(value);
}

const isNamed = (screen: string) =>
  names.length === 0 ||
  names.some((name) => (name === '/' ? screen === '/' : screen.includes(name)));

const folder = join(root, '.cache', 'gallery');
const shots: Shot[] = [];
const failures: string[] = [];

/** Waits until the scripts, the lists and the pictures in sight have loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator('h1').first().waitFor({ timeout: 15_000 });
  const loading = page.getByRole('status').filter({ hasText: /^Loading/ });
  await loading.first().waitFor({ state: 'detached', timeout: 15_000 });
  await page.evaluate(() => document.fonts.ready);
}

/** Takes the pictures of the open screen at each width, in each theme. */
async function takeShots(page: Page, shot: Omit<Shot, 'width' | 'theme' | 'file'>): Promise<void> {
  for (const [width, height] of Object.entries(widths)) {
    for (const theme of themes) {
      // Public pages have no dark theme.
      const isAlike = theme === 'dark' && shot.visitor === 'public';
      if (isAlike || !isChosen('width', width) || !isChosen('theme', theme)) continue;
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: Number(width), height });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      const file = `${shots.length}.jpg`;
      const all = { ...shot, width, theme, file };
      shots.push(all);
      await page.screenshot({
        path: join(folder, file),
        type: 'jpeg',
        quality: 70,
        fullPage: true,
        animations: 'disabled',
      });
    }
  }
}

async function signIn(page: Page, server: RunningServer, visitor: Visitor, filling: string) {
  if (visitor === 'admin') await signedIn(page, server, firstAdmin);
  if (visitor !== 'employee') return;
  const isFilled = filling === 'full';
  await signedIn(page, server, isFilled ? sampleDriver(server) : await newPerson(server, visitor));
}

async function screens(server: RunningServer, visitor: Visitor, filling: string) {
  if (visitor !== 'public') return screensOf(visitor);
  if (filling === 'full') return publicScreens(server);
  return ['/', '/careers', '/testimonials'];
}

async function visit(
  browser: Browser,
  server: RunningServer,
  visitor: Visitor,
  filling: string,
  paths: readonly string[],
): Promise<void> {
  for (const { code, locale, prefix } of languages) {
    if (!isChosen('language', code)) continue;
    const context = await browser.newContext({
      baseURL: server.url,
      locale,
      timezoneId: 'America/Chicago',
      serviceWorkers: 'block',
    });
    await waitForFonts(context);
    const page = await context.newPage();
    await signIn(page, server, visitor, filling);
    for (const screen of paths) {
      try {
        await page.goto(prefix + screen);
        await settle(page);
      } catch (error) {
        failures.push(`${visitor} ${screen} ${filling}: ${String(error).split('\n')[0]}`);
      }
      await takeShots(page, { screen, visitor, filling, language: code });
      console.log(`${visitor} ${screen} ${filling} ${code}`);
    }
    await context.close();
  }
}

function sheet(): string {
  const filters = Object.entries(dimensions).map(
    ([name, all]) =>
      `<fieldset><legend>${name}</legend>${all
        .map(
          (value) =>
            `<label><input type="checkbox" checked name="${name}" value="${value}"> ${value}</label>`,
        )
        .join('')}</fieldset>`,
  );
  const data = JSON.stringify(shots).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
body{font:15px/1.4 system-ui;margin:0;background:#e9e9e9}
form{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:end;padding:10px 16px;background:#fff;box-shadow:0 1px 4px #0004}
fieldset{border:0;padding:0;margin:0}legend{font-weight:600}label{margin-right:8px}
h2{margin:24px 16px 8px;font-size:18px}main>section>div{display:flex;gap:12px;overflow-x:auto;padding:0 16px 12px;align-items:start}
figure{margin:0;flex:none;background:#fff}figcaption{padding:4px 8px}img{display:block;max-height:640px;width:auto;object-fit:cover;object-position:top}
[hidden]{display:none}
</style>
<form>${filters.join('')}<label>Screen <input type="search" name="screen"></label><output></output></form><main></main>
<script>
const shots = ${data};
const form = document.querySelector('form');
const groups = Map.groupBy(shots, ({ visitor, screen }) => visitor + ' ' + screen);
for (const [title, all] of groups) {
  const section = document.createElement('section');
  section.innerHTML = '<h2></h2><div></div>';
  section.firstChild.textContent = title;
  for (const shot of all) {
    const figure = document.createElement('figure');
    figure.shot = shot;
    figure.innerHTML = '<figcaption></figcaption><a target="_blank"><img loading="lazy" alt=""></a>';
    figure.firstChild.textContent = [shot.width, shot.theme, shot.language, shot.filling].join(' ');
    figure.querySelector('a').href = figure.querySelector('img').src = shot.file;
    // Without a size all pictures would be in sight and load at once.
    figure.querySelector('img').style.minWidth = shot.width / 3 + 'px';
    figure.querySelector('img').style.minHeight = '320px';
    section.lastChild.append(figure);
  }
  document.querySelector('main').append(section);
}
function filter() {
  const chosen = new FormData(form);
  let count = 0;
  for (const section of document.querySelectorAll('section')) {
    let any = false;
    for (const figure of section.querySelectorAll('figure')) {
      const { shot } = figure;
      const fits = ${JSON.stringify(Object.keys(dimensions))}.every((name) => chosen.getAll(name).includes(shot[name]));
      figure.hidden = !fits || !shot.screen.includes(chosen.get('screen').toLowerCase());
      if (!figure.hidden) { any = true; count++; }
    }
    section.hidden = !any;
  }
  document.querySelector('output').textContent = count + ' pictures';
}
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
filter();
</script></html>`;
}

process.env.TMPDIR = makeWorkFolder();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(launchOptions(ensureChromium()));
for (const filling of fillings.filter((one) => isChosen('filling', one))) {
  const env = { SAMPLE_DATA: filling === 'full' ? 'demo' : 'none' };
  const server = await startServer({ env, cheapPasswords: true });
  const chosen = visitors.filter((one) => isChosen('visitor', one));
  const walks = chosen.map(async (visitor) => {
    const paths = (await screens(server, visitor, filling)).filter(isNamed);
    if (paths.length > 0) await visit(browser, server, visitor, filling, paths);
  });
  await Promise.all(walks);
  await server.stop();
}
await browser.close();
writeFileSync(join(folder, 'index.html'), sheet());
for (const failure of failures) console.log(`Not settled: ${failure}`);
console.log(`\n${shots.length} pictures: ${pathToFileURL(join(folder, 'index.html'))}`);
