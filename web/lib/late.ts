import { type ComponentType, lazy } from 'react';

type Module<P> = { default: ComponentType<P> };

/** The address of a module in the sentence of a browser that could not load it. */
const address = /https?:\/\/\S+\.js/;

/** A component that the server renders and the browser loads on `begin`; what failed can begin again. */
export function late<P extends object>(load: () => Promise<Module<P>>) {
  let arrive: (module: Module<P>) => void;
  let loading: Promise<void> | null = null;
  let tries = 0;
  let failed: string | undefined;
  // Some browsers remember that a module did not come: under another address it is asked for anew.
  const again = (url: string): Promise<Module<P>> =>
    import(/* @vite-ignore */ `${url}?try=${tries}`);
  // Never rejects: React would remember it for good.
  const arrived = new Promise<Module<P>>((resolve) => {
    arrive = resolve;
  });
  return {
    Late: lazy(typeof document === 'undefined' ? load : () => arrived),
    begin(): Promise<void> {
      loading ??= (failed === undefined ? load() : again(failed)).then(arrive, (error: unknown) => {
        loading = null;
        tries += 1;
        failed ??= address.exec(String(error))?.[0];
        throw error;
      });
      return loading;
    },
  };
}
