/** Contexts that the HTTP server provides to loaders and actions. */
import { createContext } from 'react-router';
import type { Call } from '#contract/wire/endpoint.ts';

/** The CSP nonce of this rendering; empty when the server uses none. */
export const nonceContext = createContext<string>('');

/** What the server replaces in each response by a key of its forms. */
export const formKeyContext = createContext<string>('');

/** The public origin: scheme, host and port, without a trailing slash. */
export const publicUrlContext = createContext<string>('http://127.0.0.1:3000');

/** Calls an endpoint in-process. Always set by the server. */
export const callContext = createContext<Call>();

/** Logs an error that visitors don't see. */
export const logContext = createContext<(error: unknown) => void>((error) => console.error(error));

/** The site key of reCAPTCHA v3; null when it isn't configured. */
export const recaptchaSiteKeyContext = createContext<string | null>(null);
