import { useBlocker, useRouteLoaderData } from 'react-router';

function isInquiry({ pathname }: { pathname: string }): boolean {
  return /^\/inquiry\/*$/i.test(pathname);
}

/** Into /inquiry and out of it the document is loaded anew while reCAPTCHA is on: only its policy lets Google in. */
export function FreshPolicy() {
  const root = useRouteLoaderData('root') as { recaptcha?: boolean } | undefined;
  // A blocker has a cost of its own: the router warns at each native #link while there is one.
  return root?.recaptcha ? <LoadAnew /> : null;
}

function LoadAnew() {
  useBlocker(({ currentLocation, nextLocation }) => {
    if (isInquiry(currentLocation) === isInquiry(nextLocation)) return false;
    const { pathname, search, hash } = nextLocation;
    window.location.assign(pathname + search + hash);
    return true;
  });
  return null;
}
