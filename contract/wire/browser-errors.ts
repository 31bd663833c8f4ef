/** Where pages report their errors. */
export const browserErrorsPath = '/browser-errors';

/** Uncaught, a rejected promise, or caught by the error page. */
export const browserErrorKinds = ['error', 'rejection', 'boundary'] as const;

export interface BrowserErrorReport {
  kind: (typeof browserErrorKinds)[number];
  message: string;
  stack: string;
  /** The page's path. */
  path: string;
  /** The version of the page's scripts. */
  build: string;
  /** The last call that failed unexpectedly; '' for none. */
  request_id: string;
}
