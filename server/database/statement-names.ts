/** Names of queries, under which PostgreSQL parses and plans each once per connection: by text. */
const names = new Map<string, string>();

/** All columns: a prepared statement that returns them fails after a migration has added one. */
const allColumns = /(?<!\()\*/;

/** Gives a query a name. Names are never taken back, so only for texts of which there are few. */
export function nameStatement(sql: string): void {
  if (!names.has(sql) && !allColumns.test(sql)) names.set(sql, `q${names.size}`);
}

/** Returns the name of a query; undefined for most. */
export function statementNameOf(sql: string): string | undefined {
  return names.get(sql);
}
