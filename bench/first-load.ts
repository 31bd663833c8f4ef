/** What a first visit loads: the page, and what the page names and its scripts import. */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** One answer, its body as it came; `encoding` is its Content-Encoding. */
export type Fetched = { status: number; encoding: string | undefined; body: Buffer };
/** Asks for a path with Accept-Encoding br. */
export type Fetch = (path: string) => Promise<Fetched>;

export interface FirstLoad {
  status: number;
  /** Bytes over the wire; what was sent without compression counts as its brotli form. */
  html: number;
  css: number;
  script: number;
  font: number;
  /** Paths of texts that were sent without brotli. */
  uncompressed: string[];
}

/** The public pages, each with a job to show where it needs one. */
export const publicPages = (jobId: number): string[] => [
  '/',
  '/about',
  '/inquiry',
  '/careers',
  `/careers/${jobId}`,
  '/application',
  `/application/${jobId}`,
  '/login',
  '/testimonials',
  '/privacy',
  '/terms',
];

export const budgets = {
  htmlAndCss: 14_336,
  script: 107_520,
  font: 61_440,
  /** Scripts of a page of the portal beyond those of the portal itself. */
  portalPage: 40_960,
};

function named(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function resolve(name: string, from: string): string {
  return new URL(name, `http://localhost${from}`).pathname;
}

function links(html: string, rel: string): string[] {
  return named(html, /<link\b([^>]*)>/g)
    .filter((attributes) => attributes.includes(`rel="${rel}"`))
    .flatMap((attributes) => named(attributes, /\bhref="([^"]+)"/g));
}

const imported = /(?:\bfrom|\bimport)\s*"([^"]+\.js)"/g;

class Visit {
  readonly seen = new Map<string, string>();
  readonly uncompressed: string[] = [];
  readonly #fetch: Fetch;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** Bytes of one text, 0 when it has been loaded already. */
  async text(path: string): Promise<{ status: number; text: string; bytes: number }> {
    const known = this.seen.get(path);
    if (known !== undefined) return { status: 200, text: known, bytes: 0 };
    const { status, encoding, body } = await this.#fetch(path);
    const isBrotli = encoding === 'br';
    if (!isBrotli) this.uncompressed.push(path);
    const plain = isBrotli ? brotliDecompressSync(body) : body;
    const text = plain.toString();
    this.seen.set(path, text);
    return { status, text, bytes: isBrotli ? body.length : brotliCompressSync(body).length };
  }

  /** Scripts with everything that they import at once. */
  async scripts(paths: readonly string[]): Promise<number> {
    let bytes = 0;
    for (const path of paths) {
      const script = await this.text(path);
      if (script.bytes === 0) continue;
      const more = named(script.text, imported).map((name) => resolve(name, path));
      bytes += script.bytes + (await this.scripts(more));
    }
    return bytes;
  }

  async fonts(paths: Iterable<string>): Promise<number> {
    let bytes = 0;
    for (const path of new Set(paths)) bytes += (await this.#fetch(path)).body.length;
    return bytes;
  }
}

/** Loads a page as a browser would for the first time and adds up the bytes. */
export async function firstLoad(fetch: Fetch, path: string): Promise<FirstLoad> {
  const visit = new Visit(fetch);
  const page = await visit.text(path);
  let css = 0;
  const fonts = links(page.text, 'preload').filter((href) => href.endsWith('.woff2'));
  for (const href of links(page.text, 'stylesheet')) {
    const sheet = await visit.text(href);
    css += sheet.bytes;
    const faces = named(sheet.text, /url\(["']?([^"')]+\.woff2)/g);
    fonts.push(...faces.map((name) => resolve(name, href)));
  }
  const script = await visit.scripts([
    ...named(page.text, /<script\b[^>]*\bsrc="([^"]+)"/g),
    ...links(page.text, 'modulepreload'),
    ...named(page.text, imported),
  ]);
  const font = await visit.fonts(fonts);
  const { uncompressed } = visit;
  return { status: page.status, html: page.bytes, css, script, font, uncompressed };
}
