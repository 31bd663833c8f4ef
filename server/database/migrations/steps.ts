/** Words that the two databases spell differently. */
export interface Words {
  /** Column of a self-numbered primary key. */
  id: string;
  /** A whole number of up to 53 bits. */
  int8: string;
  /** Makes SQLite hold a column to its type. */
  strict: string;
}

/** One forward step of the schema: statements that both databases know, then each one's own. */
export interface Step {
  name: string;
  up: (words: Words) => string[];
  upSqlite?: string[];
  upPostgres?: string[];
}
