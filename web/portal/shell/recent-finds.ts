/** What a person opened from the search, on this device. Stored as a draft: it goes with a logout, and after 14 days. */
import { type DraftOwner, readDraft, saveDraft } from '#web/lib/drafts/drafts.ts';

/** A line of the search that leads to a page. */
export interface Find {
  title: string;
  detail: string;
  path: string;
}

const name = 'recent-finds';
const maxRecent = 6;

/** The latest first. */
export function readRecent(owner: DraftOwner): Find[] {
  return readDraft<{ finds: Find[] }>(owner, name)?.values.finds ?? [];
}

export function addRecent(owner: DraftOwner, { title, detail, path }: Find): void {
  const others = readRecent(owner).filter((find) => find.path !== path);
  saveDraft(owner, name, { finds: [{ title, detail, path }, ...others].slice(0, maxRecent) });
}
