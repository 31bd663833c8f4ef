/** Drives Firefox (WebDriver BiDi) and WebKit (WebDriver) with the few commands that the smoke run needs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { freePort } from '../harness/free-port.ts';

export interface Browser {
  goto: (url: string) => Promise<void>;
  /** Runs the body of a function in the page and returns its result. */
  run: <T>(body: string) => Promise<T>;
  /** Clicks the first element of an XPath once it is there. */
  click: (xpath: string) => Promise<void>;
  /** Types into the first element of an XPath once it is there. */
  type: (xpath: string, text: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Timeout for an element to appear, in milliseconds. */
const timeoutMs = 30_000;

const firefox = '/usr/bin/firefox-esr';
const webDriver = '/usr/bin/WebKitWebDriver';
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

/** Installs both browsers with apt-get if possible; returns why they are missing, null when both are here. */
export function missingBrowsers(): string | null {
  const areThere = () => [firefox, webDriver, miniBrowser, '/usr/bin/Xvfb'].every(existsSync);
  if (areThere()) return null;
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync('apt-get', ['-q', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  return areThere() ? null : `needs Debian's packages ${packages.join(', ')}`;
}

export async function openFirefox(): Promise<Browser> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox });
  const page = await browser.newPage();
  page.setDefaultTimeout(timeoutMs);
  // Whether it is enabled is asked with `eval`, which our policy forbids in Firefox.
  const locator = (xpath: string) => page.locator(`::-p-xpath(${xpath})`).setWaitForEnabled(false);
  return {
    goto: async (url) => void (await page.goto(url)),
    run: async (body) => (await page.evaluate(`(() => { ${body} })()`)) as never,
    click: (xpath) => locator(xpath).click(),
    type: async (xpath, text) => {
      await locator(xpath).click();
      await page.keyboard.type(text);
    },
    close: () => browser.close(),
  };
}

/** A display for MiniBrowser, which requires one. */
async function openDisplay(): Promise<{ display: string; process: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return { display: `:${number}`, process: child };
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export async function openWebKit(): Promise<Browser> {
  const { display, process: server } = await openDisplay();
  const port = await freePort();
  const driver = spawn(webDriver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });
  const stop = () => {
    driver.kill();
    server.kill();
  };
  process.once('exit', stop);

  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }
  for (;;) {
    const status = await send<{ ready: boolean }>('GET', '/status').catch(() => null);
    if (status?.ready) break;
    await pause(50);
  }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
        timeouts: { implicit: timeoutMs },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const find = async (xpath: string, tries = 5): Promise<string> => {
    const query = { using: 'xpath', value: xpath };
    try {
      const found = await send<Record<string, string>>('POST', `${session}/element`, query);
      return `${session}/element/${found[elementKey]}`;
    } catch (error) {
      // The page was replaced during the search.
      if (tries === 0 || !String(error).includes('unload')) throw error;
      await pause(200);
      return find(xpath, tries - 1);
    }
  };
  return {
    goto: (url) => send('POST', `${session}/url`, { url }),
    run: (body) => send('POST', `${session}/execute/sync`, { script: body, args: [] }),
    click: async (xpath) => send('POST', `${await find(xpath)}/click`, {}),
    type: async (xpath, text) => send('POST', `${await find(xpath)}/value`, { text }),
    close: async () => {
      await send('DELETE', session);
      process.off('exit', stop);
      stop();
    },
  };
}
