type Go = () => Promise<unknown>;

/** Wraps each navigation of the router. The portal replaces `navigate`; public pages load no code for it. */
export const navigationHook = {
  navigate: async (go: Go, _to: string | number): Promise<void> => {
    await go();
  },
};
