import type { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for values of any names. */
const placeholders = new Proxy(
  {},
  { get: (_, name) => (typeof name === 'string' ? new Placeholder(name) : undefined) },
);

/**
 * Returns a query that Kysely builds and compiles once per database, which takes longer than SQLite takes to run it.
 * `build` sees placeholders: it may pass each on as a value, but neither look at one nor spread them.
 */
export function prepared<V extends object, R>(
  build: (db: Db, values: V) => { compile(): CompiledQuery<R> },
): (db: Db, values: V) => Promise<R[]> {
  const compiled = new WeakMap<object, CompiledQuery<R>>();
  return async (db, values) => {
    // Transactions share it with their database.
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, placeholders as V).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    );
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
