import { type ComponentProps, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { navigationHook } from './lib/navigation-hook.ts';
import { restrictStrings } from './lib/trusted-types.ts';

restrictStrings();

/** Loads the code for it only when something fails. */
const report = (failure: unknown): void =>
  void import('./lib/error-reports.ts').then(
    (reports) => reports.reportFailure(failure),
    () => {},
  );
addEventListener('error', report);
addEventListener('unhandledrejection', report);

const instrumentations: ComponentProps<typeof HydratedRouter>['instrumentations'] = [
  {
    router: ({ instrument }) =>
      instrument({ navigate: (go, { to }) => navigationHook.navigate(go, to) }),
  },
];

document.querySelector('script[type=speculationrules]')?.remove();

const router = <HydratedRouter instrumentations={instrumentations} onError={report} />;
startTransition(() => {
  // StrictMode checks during development only, but its code takes bytes of every page.
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{router}</StrictMode> : router);
});
