/** Most characters of a page that are looked at. */
export const maxCharacters = 20_000;

/** A piece of text as it stands on a page; lengths in points. */
export interface PlacedText {
  str: string;
  width: number;
  height: number;
  /** Its last two numbers are where it begins. */
  transform: number[];
  /** The line ends after it. */
  hasEOL: boolean;
}

/** The text of a page: lines end with a line feed, and a tab stands where a column ends. */
export function textOf(items: readonly PlacedText[]): string {
  let text = '';
  let end: { x: number; y: number } | null = null;
  for (const { str, width, height, transform, hasEOL } of items) {
    const x = transform[4] ?? 0;
    const y = transform[5] ?? 0;
    // Words of one name stand close together; what is three letters' heights away is another column.
    const isApart = end !== null && (Math.abs(y - end.y) > height / 2 || x - end.x > 3 * height);
    if (isApart && str.trim() !== '') text += '\t';
    text += str;
    if (str.trim() !== '') end = { x: x + width, y };
    if (hasEOL) {
      text += '\n';
      end = null;
    }
    if (text.length >= maxCharacters) break;
  }
  return text.slice(0, maxCharacters);
}
