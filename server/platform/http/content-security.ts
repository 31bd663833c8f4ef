import { createHash } from 'node:crypto';

/**
 * Hashes of the style element that sonner adds: empty, then with its rules. All other styles are files or set by
 * script, which the policy doesn't restrict.
 */
const toastStyles = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
].join(' ');

/** Where browsers report what a policy blocked. */
export const reportPath = '/policy-reports';

const google = 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/';

/** The policy of a page: allows our own script files and the inline scripts with these hashes. */
export function pagePolicy(scriptHashes: readonly string[], recaptcha: boolean): string {
  const scripts = [
    "'self'",
    ...scriptHashes.map((hash) => `'${hash}'`),
    ...(recaptcha ? [google] : []),
  ];
  return [
    "default-src 'self'",
    `script-src ${scripts.join(' ')}`,
    `style-src 'self' ${toastStyles}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${recaptcha ? ' https://www.google.com/recaptcha/' : ''}`,
    ...(recaptcha ? [`frame-src ${google}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // Google's script uses strings as HTML.
    ...(recaptcha ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
    `report-uri ${reportPath}`,
  ].join('; ');
}

/** Allows what hot reload needs: injected scripts and its own socket. */
export const developmentPolicy =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' ws: data: blob:; frame-ancestors 'none'";

/** The policy of every response that is not a page. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The policy of the service worker: it loads only what is ours. */
export const workerPolicy =
  "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'";

/** The policy of the API docs: a third-party viewer with its scripts in files. */
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
 * Removes the nonce from the inline scripts of a rendered page and returns their hashes.
 * Only scripts that our rendering marked with the nonce are hashed; injected ones stay blocked.
 */
export function hashScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const hashes: string[] = [];
  const marked = new RegExp(`<script nonce="${nonce}"([^<>]*)>([\\s\\S]*?)</script>`, 'g');
  const script = new RegExp(`<script([^<>]*?) nonce="${nonce}"([^<>]*)>([\\s\\S]*?)</script>`, 'g');
  const addHash = (text: string) => {
    if (text) hashes.push(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  };
  const clean = html
    .replace(marked, (_all, attributes: string, text: string) => {
      addHash(text);
      return `<script${attributes}>${text}</script>`;
    })
    .replace(script, (_all, before: string, after: string, text: string) => {
      addHash(text);
      return `<script${before}${after}>${text}</script>`;
    })
    // React also puts the nonce on links that preload scripts.
    .replaceAll(` nonce="${nonce}"`, '');
  return { html: clean, hashes: [...new Set(hashes)] };
}

/**
 * Headers of every response, from OWASP's secure headers; pages replace the policy.
 * Constant, so that it costs a public read almost nothing.
 */
export const securityHeaders = {
  'content-security-policy': dataPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const;
