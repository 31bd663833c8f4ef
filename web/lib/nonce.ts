import { createContext, use } from 'react';

/** Carries the nonce through the server's rendering only, so that it is never serialised. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce for inline scripts: set while the server renders, undefined in the browser. */
export function useNonce(): string | undefined {
  return use(NonceContext);
}
