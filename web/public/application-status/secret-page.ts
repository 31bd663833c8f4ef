import { data } from 'react-router';
import { asCallError, toRouteError } from '#web/lib/api/call-error.ts';

/**
 * The URL is a secret: the page isn't cached or indexed, and links out of it send no referrer.
 * Not `no-referrer`: form posts without scripts would lack the Origin header and be rejected.
 */
export const secretHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};

export type Loaded<T> = { found: T; dead: null } | { found: null; dead: string };

/** What a link leads to, or why it leads nowhere; an outage is thrown, because the link may still work. */
export async function behindLink<T>(read: Promise<T>) {
  try {
    return data<Loaded<T>>({ found: await read, dead: null });
  } catch (error) {
    const failure = asCallError(error);
    if (!failure || (failure.status !== 400 && failure.status !== 404)) throw toRouteError(error);
    return data<Loaded<T>>({ found: null, dead: failure.body.error }, { status: 404 });
  }
}
