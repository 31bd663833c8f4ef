/** Text as a search sees it: without case and without accents. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .toLowerCase();
}

/** Whether every word of the search is somewhere in the text; an empty search finds all. */
export function matches(search: string, text: string): boolean {
  const where = folded(text);
  return folded(search)
    .split(/\s+/)
    .every((word) => where.includes(word));
}
