/** What React Router puts on the window. */
type Router = { state: { navigation: { state: string } } };

export const navigationHook = {
  /** Get each popstate event before the router, in this order; stopPropagation keeps it from those that follow. */
  popListeners: new Set<(event: PopStateEvent) => void>(),
};

/** Call it before the router starts: browsers call the listeners of the window in the order they were added. */
export function watchHistory(): void {
  addEventListener('popstate', (event) => {
    for (const listener of navigationHook.popListeners) {
      listener(event);
      if (event.cancelBubble) return event.stopImmediatePropagation();
    }
  });
  // The router reloads the document when it can't prefetch a page's script, and with it goes what is typed.
  window.navigation?.addEventListener('navigate', (event) => {
    const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: Router };
    const isPrefetch = router?.state.navigation.state === 'idle' && !event.userInitiated;
    if (event.navigationType === 'reload' && isPrefetch && !import.meta.env.DEV)
      event.preventDefault();
  });
}

/** For the pages with a loader: only a navigation to another page loads it. A page that is open is never replaced, least of all by the failure of a reload. */
export function isOtherPage({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}
