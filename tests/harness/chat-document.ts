/** What the chat needs of a document and its window, the same for every tab in a test. */
import { vi } from 'vitest';

let page = new EventTarget();
let isFocused = true;

/** Lasts until the end of the test. */
export function stubDocument(): void {
  page = new EventTarget();
  isFocused = true;
  const hasFocus = () => isFocused;
  const visible = { visibilityState: 'visible', hasFocus };
  vi.stubGlobal('document', Object.assign(new EventTarget(), visible));
  // Nobody is asked once the session has ended.
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? 'token' : null) });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
}

/** Gives the window the focus or takes it. */
export function setFocus(value: boolean): void {
  isFocused = value;
  page.dispatchEvent(new Event(value ? 'focus' : 'blur'));
}

/** Whether the browser would ask before it closes the tab. */
export function asksBeforeLeaving(): boolean {
  return !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
