/** Messages of canned replies. */
export const cannedReplies = {
  title: 'Canned replies',
  about:
    'Texts that every admin can insert into a message. Type / in an empty message to find one.',
  none: 'No canned replies yet.',
  noneHint: 'Add a text that you often send.',
  noMatch: 'No canned replies match this search.',
  fetchFailed: "Couldn't load canned replies.",
  insert: 'Insert a canned reply',
  search: 'Search canned replies',
  manage: 'Manage canned replies',
  add: 'Add canned reply',
  edit: 'Edit canned reply',
  added: 'Canned reply added.',
  updated: 'Canned reply updated.',
  deleted: 'Canned reply deleted.',
  saveFailed: "Couldn't save the canned reply. Try again.",
  deleteFailed: "Couldn't delete the canned reply. Try again.",
  confirmDelete: 'Delete this canned reply for every admin?',
  gone: 'Someone else deleted this canned reply.',
  tooMany: (max: number) => `There are ${max} canned replies already. Delete one first.`,
} as const;
