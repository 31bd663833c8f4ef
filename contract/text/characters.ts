import { unixLines } from './blank-text.ts';

/** Characters of a text as people count them and as the contract's limits do: an emoji is one, and so is a line break. */
export function lengthOf(text: string): number {
  return [...unixLines(text)].length;
}
