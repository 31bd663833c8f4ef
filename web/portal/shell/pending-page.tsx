import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { t } from '#contract/text/languages.ts';
import { usePendingPage } from '#web/lib/navigation/route-files.ts';

const sentences = () => ({
  offline: t(
    "You're offline. This page opens when you reconnect.",
    'No hay conexión. Esta página se abre cuando vuelva.',
  ),
  missing: t(
    "Couldn't open the page. Trying again.",
    'No se pudo abrir la página. Intentando de nuevo.',
  ),
});

/** Shows that a page is loading: marks its links as busy, and explains delays. */
export function PendingPage() {
  const waiting = usePendingPage();
  const { location } = useNavigation();
  const pathname = waiting?.pathname ?? location?.pathname;

  useEffect(() => {
    if (pathname === undefined) return;
    const links = [...document.querySelectorAll('a')].filter((link) => link.pathname === pathname);
    for (const link of links) link.setAttribute('aria-busy', 'true');
    return () => {
      for (const link of links) link.removeAttribute('aria-busy');
    };
  }, [pathname]);

  return (
    <div className="sticky top-14 z-30 h-0">
      {pathname !== undefined && <div className="h-1 animate-pulse bg-lane" />}
      <div role="status">
        {waiting?.problem && (
          <p className="border-b border-line bg-lane px-4 py-3 font-semibold text-asphalt shadow-lift sm:px-8">
            {sentences()[waiting.problem]}
          </p>
        )}
      </div>
    </div>
  );
}
