/** Import cycles over all source files, type-only imports included. */

/** Each cycle once, as the paths along it; `imports` maps a path to the paths that it imports. */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(path: string): void {
    const start = stack.indexOf(path);
    if (start >= 0) {
      cycles.push(stack.slice(start));
      return;
    }
    if (done.has(path)) return;
    stack.push(path);
    for (const target of imports.get(path) ?? []) if (imports.has(target)) visit(target);
    stack.pop();
    done.add(path);
  }

  for (const path of imports.keys()) visit(path);
  return cycles;
}
