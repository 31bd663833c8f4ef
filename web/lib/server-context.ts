/** What the HTTP server hands to a page while it is rendered; the browser never sees these. */
import { createContext } from 'react-router';
import type { Call } from '#contract/endpoint.ts';

/** The nonce of this rendering; empty when the server uses none. */
export const nonceContext = createContext<string>('');

/** How the world calls this site: scheme, host and port, without a slash at the end. */
export const publicUrlContext = createContext<string>('http://127.0.0.1:3000');

/** Calls an endpoint in place, without a trip over the network. The server always sets it. */
export const callContext = createContext<Call>();

/** Where an error goes that no visitor is told about; the server sets its own log. */
export const logContext = createContext<(error: unknown) => void>((error) => console.error(error));

/** The site key of reCAPTCHA v3, null where it is not configured. */
export const recaptchaSiteKeyContext = createContext<string | null>(null);
