/**
 * Whether a key belongs to an input method, such as the Enter that accepts a Japanese word. Safari sends that key after
 * the composition has ended, and marks it by its code only.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}
