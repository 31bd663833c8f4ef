/** Measures a first visit: the page, the files it links and the modules that its scripts import. */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** A response with its undecoded body; `encoding` is its Content-Encoding. */
export type Fetched = { status: number; encoding: string | undefined; body: Buffer };
/** Requests a path with Accept-Encoding br. */
export type Fetch = (path: string) => Promise<Fetched>;

export interface FirstLoad {
  status: number;
  /** Bytes over the wire; uncompressed responses count with their Brotli size. */
  html: number;
  css: number;
  script: number;
  font: number;
  /** Bytes of scripts that the page loads when it is used, in the order in which they were asked for. */
  later: number[];
  /** Paths of text files sent without Brotli. */
  uncompressed: string[];
}

/** The public pages; those of a job use the given one. */
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
  script: 114_688,
  /** Script of a page with a form. */
  formScript: 128_512,
  portalHome: 182_272,
  font: 61_440,
  /** Scripts of a portal page beyond the shell's. */
  portalPage: 40_960,
  /** Scripts that a public page loads when a form or a dialog is used, each time. */
  laterScript: 32_768,
};

const formPages = /^(\/es)?\/(inquiry|application|testimonial)\b/;

/** The bytes of script that a public page may load. */
export function scriptBudget(path: string): number {
  return formPages.test(path) ? budgets.formScript : budgets.script;
}

function named(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function resolve(name: string, from: string): string {
  return new URL(name, `http://localhost${from}`).pathname;
}

function links(html: string, rel: string): string[] {
  return (
    named(html, /<link\b([^>]*)>/g)
      .filter((attributes) => attributes.includes(`rel="${rel}"`))
      // The first paint doesn't wait for these.
      .filter((attributes) => !attributes.includes('media="print"'))
      .flatMap((attributes) => named(attributes, /\bhref="([^"]+)"/g))
  );
}

const imported = /(?:\bfrom|\bimport)\s*"([^"]+\.js)"/g;

class Visit {
  readonly seen = new Map<string, string>();
  readonly uncompressed: string[] = [];
  readonly #fetch: Fetch;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** Bytes of one text file; 0 if it was loaded before. */
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

  /** Scripts with their static imports. */
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

  /** The path of a script that those seen so far import when it is needed. */
  laterPath(name: string): string {
    const pattern = new RegExp(`import\\(\`\\./(${name}-[^\`]+)\`\\)`, 'g');
    const [found] = [...this.seen.values()].flatMap((text) => named(text, pattern));
    if (found === undefined) throw new Error(`No script imports ${name}.`);
    return `/assets/${found}`;
  }

  async fonts(paths: Iterable<string>): Promise<number> {
    let bytes = 0;
    for (const path of new Set(paths)) bytes += (await this.#fetch(path)).body.length;
    return bytes;
  }
}

/** Loads a page like a browser with an empty cache and adds up the bytes; `used` names scripts that load later. */
export async function firstLoad(
  fetch: Fetch,
  path: string,
  used: readonly string[] = [],
): Promise<FirstLoad> {
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
    // Preloaded, or loaded by the inline script.
    ...named(page.text, /"(\/assets\/[^"]+\.js)"/g),
  ]);
  const font = await visit.fonts(fonts);
  const later: number[] = [];
  for (const name of used) later.push(await visit.scripts([visit.laterPath(name)]));
  const { uncompressed } = visit;
  return { status: page.status, html: page.bytes, css, script, font, later, uncompressed };
}
