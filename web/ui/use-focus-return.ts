import { type RefObject, useRef } from 'react';

/**
 * Focuses a dialog's first field on opening (Radix would focus the close button) and restores the focus on closing (Radix does so only for its own trigger).
 */
export function useFocusReturn(returnTo?: RefObject<HTMLElement | null>) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      if (!(event.currentTarget instanceof HTMLElement)) return;
      const field = event.currentTarget.querySelector<HTMLElement>(
        'input:enabled, select:enabled, textarea:enabled',
      );
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What the closing showed may have the focus already.
      const isLost = document.activeElement === document.body;
      const target = returnTo?.current ?? (isLost ? before.current : null);
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
