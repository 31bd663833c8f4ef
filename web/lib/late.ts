import { type ComponentType, lazy } from 'react';

type Module<P> = { default: ComponentType<P> };

/** A component that the server renders and the browser loads on `begin`; what failed can begin again. */
export function late<P extends object>(load: () => Promise<Module<P>>) {
  let arrive: (module: Module<P>) => void;
  let loading: Promise<void> | null = null;
  // Never rejects: React would remember it for good.
  const arrived = new Promise<Module<P>>((resolve) => {
    arrive = resolve;
  });
  return {
    Late: lazy(typeof document === 'undefined' ? load : () => arrived),
    begin(): Promise<void> {
      loading ??= load().then(arrive, (error: unknown) => {
        loading = null;
        throw error;
      });
      return loading;
    },
  };
}
