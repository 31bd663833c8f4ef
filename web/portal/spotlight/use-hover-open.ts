import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** Milliseconds before it opens under a resting pointer, and closes after the pointer leaves. */
const delay = { open: 300, close: 200 };

/**
 * Opens while a mouse rests on the group or its panel, or the focus is in the group; `pin` keeps it
 * open, or closes it. On touch screens there is only `pin`.
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
      // The panel is already open, so it doesn't get the focus automatically.
      if (mode === 'hover') panel.current?.focus();
    },
    /** Returns the focus to the button without opening the panel again. */
    returnFocus: () => {
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
