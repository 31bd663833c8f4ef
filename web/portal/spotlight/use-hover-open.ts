import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Before it opens under a resting pointer, and before it closes behind one that leaves (ms). */
const delay = { open: 300, close: 200 };

/**
 * Opens while a mouse rests on a group or what opened from it, or the keyboard is in the group;
 * `pin` opens it for good, or closes it. A finger has nothing but `pin`.
 */
export function useHoverOpen(isEnabled: boolean) {
  const [mode, setMode] = useState<'closed' | 'hover' | 'pinned'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isReturning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const after = (wait: number, from: typeof mode, to: typeof mode) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setMode((now) => (now === from ? to : now)), wait);
  };
  const leave = () => after(delay.close, 'hover', 'closed');
  return {
    isOpen: mode !== 'closed',
    isPinned: mode === 'pinned',
    button,
    close: () => {
      clearTimeout(timer.current);
      setMode('closed');
    },
    pin: () => {
      clearTimeout(timer.current);
      setMode(mode === 'pinned' ? 'closed' : 'pinned');
      // It is open already, so nothing takes the keyboard there but this.
      if (mode === 'hover') panel.current?.focus();
    },
    /** Puts the keyboard back to where it came from, without opening anew for it. */
    giveBack: () => {
      if (mode !== 'pinned') return;
      isReturning.current = true;
      button.current?.focus();
      isReturning.current = false;
    },
    group: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (isEnabled && pointerType === 'mouse') after(delay.open, 'closed', 'hover');
      },
      onPointerLeave: leave,
      onFocus: ({ target }: FocusEvent) => {
        if (isReturning.current) return;
        if (isEnabled && target.matches(':focus-visible')) after(delay.open, 'closed', 'hover');
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) leave();
      },
    },
    content: {
      ref: panel,
      onPointerEnter: () => after(delay.open, 'closed', 'hover'),
      onPointerLeave: leave,
    },
  };
}
