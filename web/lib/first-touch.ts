import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The page that has a part React has not taken over, null when there is none. */
let guarded: string | null = null;

// A move to an anchor stays the browser's own: told of it, the router would draw such a part anew and empty.
// At once and not in an effect, as whoever listens on the window before the router is asked before it.
if (typeof document !== 'undefined') {
  addEventListener('popstate', (event) => {
    if (guarded === location.pathname + location.search) event.stopImmediatePropagation();
  });
}

const touches = ['pointerover', 'pointerdown', 'focusin', 'input'];

interface FirstTouch {
  /** The part of the page that is watched while `active`. */
  box: RefObject<HTMLElement | null>;
  active: boolean;
  onTouch: () => void;
  onInput: (form: HTMLFormElement) => void;
  /** A button was pressed; nothing else comes of the press. */
  onPress: (button: HTMLButtonElement) => void;
  onLeave: () => void;
}

/** Hears what people do in a part of the page that React has not taken over yet. */
export function useFirstTouch({ box, active, ...on }: FirstTouch): void {
  const touch = useEffectEvent((event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || !box.current?.contains(target)) return;
    if (event.type === 'click') {
      const button = target.closest('button');
      if (!button) return;
      event.preventDefault();
      on.onPress(button);
    }
    if (event.type === 'input' && target instanceof HTMLElement) {
      const form = target.closest('form');
      if (form) on.onInput(form);
    }
    on.onTouch();
  });
  const start = useEffectEvent(() => on.onTouch());
  const leave = useEffectEvent(() => on.onLeave());

  useEffect(() => {
    if (!active) return;
    const listening = new AbortController();
    const { signal } = listening;
    // On the window: React stops what happens in such a part before anybody below hears it.
    for (const type of [...touches, 'click']) {
      addEventListener(type, (event) => touch(event), { capture: true, signal });
    }
    guarded = location.pathname + location.search;
    addEventListener('online', () => start(), { signal });
    addEventListener('pagehide', () => leave(), { signal });
    document.addEventListener('visibilitychange', () => leave(), { signal });
    return () => {
      guarded = null;
      listening.abort();
    };
  }, [active]);
}
