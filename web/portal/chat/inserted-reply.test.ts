import { expect, test } from 'vitest';
import { withInserted } from './inserted-reply.ts';

/** `|` is the cursor, `[…]` the selection. */
test.each([
  ['|', 'Yes.', 'Yes.|'],
  ['Hello|', 'Yes.', 'Hello Yes.|'],
  ['Hello\n|', 'Yes.', 'Hello\nYes.|'],
  ['|Thanks', 'Yes.', 'Yes.| Thanks'],
  ['one|two', 'Yes.', 'one Yes.| two'],
  ['one [old] two', 'Yes.', 'one Yes.| two'],
  ['Hi|there', 'one\ntwo', 'Hi\none\ntwo|\nthere'],
])('%j with %j becomes %j', (typed, text, expected) => {
  const start = typed.search(/[[|]/);
  const draft = typed.replace(/[[\]|]/g, '');
  const end = typed.includes(']') ? typed.indexOf(']') - 1 : start;
  const inserted = withInserted(draft, { start, end }, text);
  const shown = `${inserted.draft.slice(0, inserted.cursor)}|${inserted.draft.slice(inserted.cursor)}`;
  expect(shown).toBe(expected);
});
