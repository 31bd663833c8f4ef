import { type ComponentProps, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { restrictStrings } from './lib/device/trusted-types.ts';
import { watchForms } from './lib/forms/first-error.ts';
import { followOnHomePage } from './lib/navigation/chosen-language.ts';
import { watchHistory } from './lib/navigation/navigation-hook.ts';
import { openPage } from './lib/navigation/route-files.ts';

followOnHomePage();
restrictStrings();
watchHistory();
watchForms();

/** Loads the code for it only when something fails. */
const report = (failure: unknown): void =>
  void import('./lib/api/error-reports.ts').then(
    (reports) => reports.reportFailure(failure),
    () => {},
  );
addEventListener('error', report);
addEventListener('unhandledrejection', report);

const instrumentations: ComponentProps<typeof HydratedRouter>['instrumentations'] = [
  {
    router: ({ instrument }) => instrument({ navigate: (go, { to }) => openPage(go, to) }),
  },
];

const router = <HydratedRouter instrumentations={instrumentations} onError={report} />;
startTransition(() => {
  // Strict mode checks in development only, and costs bytes that public pages don't have.
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{router}</StrictMode> : router);
});
