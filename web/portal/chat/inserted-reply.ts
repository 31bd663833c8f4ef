/** A draft with a text inserted instead of a selection, and where the cursor is then. */
export function withInserted(
  draft: string,
  { start, end }: { start: number; end: number },
  text: string,
): { draft: string; cursor: number } {
  const [before, after] = [draft.slice(0, start), draft.slice(end)];
  const separator = text.includes('\n') ? '\n' : ' ';
  const lead = /\S$/.test(before) && /^\S/.test(text) ? separator : '';
  // A sign that ends a sentence stays beside the text.
  const tail = /^[^\s.,;:!?)\]}…]/.test(after) && /\S$/.test(text) ? separator : '';
  return {
    draft: `${before}${lead}${text}${tail}${after}`,
    cursor: before.length + lead.length + text.length,
  };
}
