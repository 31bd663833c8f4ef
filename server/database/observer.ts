/** Gets what the database did; `from` is of `performance.now()`. */
export interface DatabaseObserver {
  query: (sql: string, from: number, failed: boolean) => void;
  /** SQLite's transactions that share a commit. */
  commit: (transactions: number, from: number) => void;
}

/** Runs a query and observes it. */
export async function observed<T>(
  observer: DatabaseObserver,
  sql: string,
  run: () => Promise<T>,
): Promise<T> {
  const from = performance.now();
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    observer.query(sql, from, failed);
  }
}
