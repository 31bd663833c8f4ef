import { type ComponentProps, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { navigationHook } from './lib/navigation-hook.ts';
import { restrictStrings } from './lib/trusted-types.ts';

restrictStrings();

const instrumentations: ComponentProps<typeof HydratedRouter>['instrumentations'] = [
  {
    router: ({ instrument }) =>
      instrument({ navigate: (go, { to }) => navigationHook.navigate(go, to) }),
  },
];

document.querySelector('[type=speculationrules]')?.remove();

const router = <HydratedRouter instrumentations={instrumentations} />;
startTransition(() => {
  // Strict mode checks in development only, and costs bytes that public pages don't have.
  hydrateRoot(document, import.meta.env.DEV ? <StrictMode>{router}</StrictMode> : router);
});
