import { changedKeys, type Edits, hoursLabels } from './hours-edits.ts';

const most = 6;

/** What is about to be submitted, in words: a few people by name, the rest counted. */
export function describeEdits(edits: Edits, nameOf: (id: number) => string): string {
  const people = Object.entries(edits);
  const named = people.slice(0, most).map(([id, edit]) => {
    const cells = changedKeys(edit).map(
      (key) => `${hoursLabels[key]} ${edit.base[key]} → ${edit.typed[key]}`,
    );
    return `${nameOf(Number(id))}: ${cells.join(', ')}.`;
  });
  const others = people.length - named.length;
  return [...named, ...(others > 0 ? [`And ${others} more.`] : [])].join(' ');
}
