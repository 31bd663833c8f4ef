/** Preloaded into a server: kills it at the step of storing or deleting a file that KILL_AT names. */
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

const { KILL_AT } = process.env;

function reached(step: string, matches = true): void {
  if (step === KILL_AT && matches) process.kill(process.pid, 'SIGKILL');
}

const isStored = (path: unknown) => /\/files\/training(\/|$)/.test(String(path));
const isTemporary = (path: unknown) => /\/tmp\/[0-9a-f-]{36}$/.test(String(path));

const { open, rename, rm, unlink } = fsp;
const paths = new WeakMap<object, string>();
fsp.open = async (...args) => {
  const handle = await open(...args);
  paths.set(handle, String(args[0]));
  return handle;
};
const some = await open(import.meta.filename);
const handles = Object.getPrototypeOf(some) as fsp.FileHandle;
await some.close();
const { sync } = handles;
handles.sync = async function (this: fsp.FileHandle) {
  const path = paths.get(this);
  reached('written', isTemporary(path));
  await sync.call(this);
  reached('synced', isTemporary(path));
  reached('folder synced', isStored(path));
};
fsp.rename = async (from, to) => {
  await rename(from, to);
  reached('renamed', isStored(to));
};
fsp.rm = async (path, options) => {
  reached('row deleted', isStored(path));
  await rm(path, options);
};
fsp.unlink = async (path) => {
  reached('row deleted', isStored(path));
  await unlink(path);
};
const { run } = StatementSync.prototype;
let hasObject = false;
StatementSync.prototype.run = function (this: StatementSync, ...values) {
  const result = Reflect.apply(run, this, values);
  if (/^insert into "objects"/.test(this.sourceSQL)) hasObject = true;
  if (this.sourceSQL === 'commit') reached('committed', hasObject);
  return result;
} as typeof run;
syncBuiltinESMExports();
