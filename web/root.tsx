import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, useMatches } from 'react-router';
import { locale } from '#contract/text/languages.ts';
import { publicUrlContext, recaptchaSiteKeyContext } from '#web/lib/api/server-context.ts';
import { useNonce } from '#web/lib/device/nonce.ts';
import { ScrollToTop } from '#web/lib/navigation/scroll-to-top.tsx';
import { ErrorScreen } from '#web/public/error/error-screen.tsx';
import type { Route } from './+types/root.ts';
import displayFont from './assets/archivo.woff2?url';
import printStyles from './styles/print.css?url';
import styles from './styles/public.css?url';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: printStyles, media: 'print' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export function loader({ context }: Route.LoaderArgs) {
  return {
    publicUrl: context.get(publicUrlContext),
    recaptcha: context.get(recaptchaSiteKeyContext) !== null,
  };
}

/** The public origin never changes while a page is open. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang={locale()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#12161C" />
        {/* With a precedence React puts it before fonts and scripts, which the first paint doesn't need. */}
        <link href={styles} precedence="default" rel="stylesheet" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollToTop />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const inPortal = useMatches().some(({ id }) => id.startsWith('portal/'));
  return <ErrorScreen error={error} inPortal={inPortal} />;
}
