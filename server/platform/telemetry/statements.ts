const statementKinds = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'start',
  'commit',
  'rollback',
]);

/** The kind of a statement, its first word; `other` for one of the rest. */
export function kindOf(sql: string): string {
  const word = /^\s*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return statementKinds.has(word) ? word : 'other';
}

/** The first table that a statement names; undefined when it names none. */
export function tableOf(sql: string): string | undefined {
  return /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(sql)?.[1];
}
