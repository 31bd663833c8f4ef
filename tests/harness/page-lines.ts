import { linesOf, type Page } from '#server/features/settlement-drops/page-lines.ts';

/** Points. */
const letter = 5;
const lineHeight = 12;

/** A page typed in letters of equal width; spaces and tabs (four letters) separate columns. */
export function pageOf(text: string, page = 1): Page {
  const lines = linesOf(
    text.split('\n').flatMap((typed, row) => {
      const line = typed.replaceAll('\t', '    ');
      return Array.from(line.matchAll(/\S+/g), ({ 0: word, index }) => ({
        text: word,
        left: index * letter,
        right: (index + word.length) * letter,
        y: row * lineHeight,
        height: 10,
      }));
    }),
  );
  return { page, lines };
}
