/**
 * What the standard fonts of PDF lack: they cover Windows-1252, Western European letters with the quotation marks and
 * dashes that keyboards of phones type.
 */
const unprintable = /[^\u0020-\u007e\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g;

/** Replaces unprintable characters: letters by those without their marks, others by question marks. */
export function printable(text: string): string {
  return text.replace(unprintable, (sign) => {
    const plain = sign.normalize('NFD').charAt(0);
    return /[\u0020-\u007e]/.test(plain) ? plain : '?';
  });
}
