/** Preloaded into a command: kills it right before its change number KILL_AT_CALL to files or to PostgreSQL. */
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

let left = Number(process.env.KILL_AT_CALL);

function count(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

/** Counts the calls of a method that change something. */
function counted(owner: object, name: string, isChange: (first: unknown) => boolean): void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
    if (isChange(args[0])) count();
    return original.apply(this, args);
  });
}

for (const name of ['rename', 'rm', 'mkdir']) counted(fsp, name, () => true);
for (const name of ['writeFileSync', 'createWriteStream']) counted(fs, name, () => true);
syncBuiltinESMExports();
const change = /^(commit|(insert into|delete from) "installation_state")/;
counted(pg.Client.prototype, 'query', (query) => {
  const { text = query } = query as { text?: unknown };
  return change.test(String(text));
});
