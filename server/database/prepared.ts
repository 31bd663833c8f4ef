import type { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';
import { nameStatement } from './statement-names.ts';

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Returns a query that Kysely builds and compiles once per database and set of given values, which takes longer than
 * SQLite takes to run it. `build` gets placeholders for the values that aren't undefined: it may ask whether a value is
 * given and pass it on, but not look at it.
 */
export function prepared<V extends object, R>(
  build: (db: Db, values: V) => { compile(): CompiledQuery<R> },
): (db: Db, values: V) => Promise<R[]> {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<R>>>();
  return async (db, values) => {
    // Transactions share it with their database.
    const { adapter } = db.getExecutor();
    const queries = compiled.get(adapter) ?? new Map<string, CompiledQuery<R>>();
    compiled.set(adapter, queries);
    const names = Object.keys(values).filter((name) => values[name as keyof V] !== undefined);
    const shape = names.join();
    let query = queries.get(shape);
    if (!query) {
      const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
      query = build(db, placeholders as V).compile();
      queries.set(shape, query);
      nameStatement(query.sql);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    );
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
