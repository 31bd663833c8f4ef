interface Rules {
  createHTML: (html: string) => string | null;
  createScriptURL: (url: string) => string | null;
}

// Not in every supported browser, and not in TypeScript's library.
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: 'default', rules: Rules) => void };
};

/** What React assigns to create a script element. */
const emptyScript = '<script></script>';

/**
 * Sets which strings the page may use as HTML and as URLs of scripts and workers. Text without tags makes no elements:
 * React Router assigns a job's structured data so.
 */
export function restrictStrings(): void {
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (html === emptyScript || !html.includes('<') ? html : null),
    createScriptURL: (url) =>
      URL.parse(url, location.href)?.origin === location.origin ? url : null,
  });
}
