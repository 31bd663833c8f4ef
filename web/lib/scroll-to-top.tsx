import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

// A layout effect has no place on the server, where React would warn about it.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Goes to the top on every change of page, back and forward too, or to the address's #fragment. */
export function ScrollToTop() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    // The browser may restore a reload; a change of page is ours.
    const manual = () => {
      history.scrollRestoration = 'manual';
    };
    const automatic = () => {
      history.scrollRestoration = 'auto';
    };
    manual();
    addEventListener('pagehide', automatic);
    addEventListener('pageshow', manual);
    return () => {
      removeEventListener('pagehide', automatic);
      removeEventListener('pageshow', manual);
    };
  }, []);

  useBrowserLayoutEffect(() => {
    const moved = shown.current !== pathname;
    shown.current = pathname;
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (target && (moved || hash)) target.scrollIntoView();
    else if (moved) window.scrollTo(0, 0);
    if (moved) focusMain();
  }, [pathname, hash]);

  return null;
}

/** Moves on from the link that was followed, unless the new page has put the focus somewhere itself. */
function focusMain() {
  const main = document.querySelector('main');
  if (main === null || main.contains(document.activeElement)) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
