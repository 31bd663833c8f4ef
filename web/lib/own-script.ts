interface ScriptPolicy {
  createScriptURL: (url: string) => string;
}

interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy;
}

// Not in every supported browser, and not in TypeScript's library.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The only Trusted Types policy that the Content-Security-Policy allows. */
const policy = trustedTypes?.createPolicy('headrack', {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin === location.origin) return url;
    throw new TypeError(`${url} is on another origin.`);
  },
});

/** Returns the URL of a worker for `new Worker` and `register`; throws for one on another origin. */
export function ownScript(url: string): string {
  return policy ? policy.createScriptURL(url) : url;
}
