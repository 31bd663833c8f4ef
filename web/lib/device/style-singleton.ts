/**
 * Replaces the package react-style-singleton (vite.config.ts), with which Radix stops the page behind a dialog from
 * scrolling: the policy blocks the style element that the package adds, but allows style sheets made by script.
 */
import { useEffect } from 'react';

/** Creates a component that applies its styles while at least one is mounted. */
export function styleSingleton() {
  // Made when it is first needed, because the server has none.
  let sheet: CSSStyleSheet | undefined;
  let mounted = 0;
  return function Style({ styles, dynamic }: { styles: string; dynamic?: boolean }): null {
    // biome-ignore lint/correctness/useExhaustiveDependencies: as in the package, styles change only when dynamic
    useEffect(() => {
      mounted += 1;
      if (mounted === 1) {
        sheet ??= new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        mounted -= 1;
        if (mounted > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      };
    }, [styles && dynamic]);
    return null;
  };
}
