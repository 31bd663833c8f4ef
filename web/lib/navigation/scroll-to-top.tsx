import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

// React warns about layout effects on the server.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Scrolls to the top, or to the #fragment, on every change of page, Back and Forward included. */
export function ScrollToTop() {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    // Let the browser restore the position after a reload only.
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

/** Moves the focus to the new page unless the page has set it itself. */
function focusMain() {
  const main = document.querySelector('main');
  if (main === null || main.contains(document.activeElement)) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}
