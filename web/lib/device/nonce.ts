import { createContext, use } from 'react';

/** The nonce of a server rendering. A context, because loader data would be serialized into the page. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce for inline scripts: set while the server renders, undefined in the browser. */
export function useNonce(): string | undefined {
  return use(NonceContext);
}
