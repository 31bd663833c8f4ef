import { createHash } from 'node:crypto';

const google = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/';

/** The policy of a page: only our own scripts and the inline ones with these hashes. */
export function pagePolicy(scriptHashes: readonly string[], recaptcha: boolean): string {
  const scripts = [
    "'self'",
    ...scriptHashes.map((hash) => `'${hash}'`),
    ...(recaptcha ? [google] : []),
  ];
  return [
    "default-src 'self'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${recaptcha ? ' https://www.google.com/recaptcha/' : ''}`,
    ...(recaptcha ? [`frame-src ${google}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** Hot reload injects scripts and opens a socket of its own; nobody but its developer sees such a page. */
export const developmentPolicy =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' ws: data: blob:; frame-ancestors 'none'";

/** The policy of everything that is not a page. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The policy of the script that shows pushed notices: it loads our icon alone. */
export const workerPolicy = "default-src 'none'; img-src 'self'; frame-ancestors 'none'";

/** The policy of the page that shows the API: a viewer of others, with its scripts in files. */
export const docsPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/**
 * Takes the nonce off the inline scripts of a rendered page and answers their hashes.
 * Only a script that our own rendering marked is blessed; one that got in by other ways stays blocked.
 */
export function hashScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes: string[] = [];
  const marked = new RegExp(`<script nonce="${nonce}"([^<>]*)>([\\s\\S]*?)</script>`, 'g');
  const loose = new RegExp(`<script([^<>]*?) nonce="${nonce}"([^<>]*)>([\\s\\S]*?)</script>`, 'g');
  const note = (text: string) => {
    if (text) hashes.push(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  };
  const clean = html
    .replace(marked, (_all, attributes: string, text: string) => {
      note(text);
      return `<script${attributes}>${text}</script>`;
    })
    .replace(loose, (_all, before: string, after: string, text: string) => {
      note(text);
      return `<script${before}${after}>${text}</script>`;
    })
    // React marks links that preload scripts as well.
    .replaceAll(` nonce="${nonce}"`, '');
  return { html: clean, hashes: [...new Set(hashes)] };
}
