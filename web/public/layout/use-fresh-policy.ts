import { useBlocker, useRouteLoaderData } from 'react-router';

function isInquiry({ pathname }: { pathname: string }): boolean {
  return /^\/inquiry\/*$/i.test(pathname);
}

/** Into /inquiry and out of it the document is loaded anew while reCAPTCHA is on: only its policy lets Google in. */
export function useFreshPolicy(): void {
  const root = useRouteLoaderData('root') as { recaptcha?: boolean } | undefined;
  useBlocker(({ currentLocation, nextLocation }) => {
    if (!root?.recaptcha || isInquiry(currentLocation) === isInquiry(nextLocation)) return false;
    const { pathname, search, hash } = nextLocation;
    window.location.assign(pathname + search + hash);
    return true;
  });
}
