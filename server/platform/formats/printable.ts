/** Signs of Windows-1252 beyond Latin-1: keyboards of phones type quotation marks and dashes. */
const windowsSigns = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const others = new RegExp(`[^\\u0020-\\u007e\\u00a1-\\u00ff${windowsSigns}]`, 'g');

/** Replaces characters that the standard fonts of PDF lack: they cover Western European letters only. */
export function printable(text: string): string {
  return text.replace(others, (sign) => {
    const plain = sign.normalize('NFD').charAt(0);
    return /[\u0020-\u007e]/.test(plain) ? plain : '?';
  });
}
