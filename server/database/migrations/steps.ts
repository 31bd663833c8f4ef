/** SQL that the two databases spell differently. */
export interface Dialect {
  /** Type of a generated integer primary key. */
  id: string;
  /** Integer of up to 53 bits. */
  int8: string;
  /** Table option that makes SQLite enforce column types. */
  strict: string;
}

/** One forward step of the schema: statements for both databases, then those for one of them. */
export interface Step {
  name: string;
  up: (dialect: Dialect) => string[];
  upSqlite?: string[];
  upPostgres?: string[];
}
