/** Records, in order, what the process does to files and when SQLite commits. */
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { type SQLInputValue, StatementSync } from 'node:sqlite';

export interface FsEvent {
  kind: 'mkdir' | 'sync' | 'move' | 'remove' | 'insert' | 'commit';
  /** Of a move, where to. */
  path: string;
  /** Of a move. */
  from?: string;
  /** Of an insert into `objects`: the values. */
  values?: readonly unknown[];
}

/** Starts to record; `stop` undoes it. Only for calls through node:fs, node:fs/promises and node:sqlite. */
export async function recordFiles(): Promise<{ events: FsEvent[]; stop: () => void }> {
  const events: FsEvent[] = [];
  const paths = new Map<number, string>();
  const original = { ...fsp };
  const { open, fsync } = fs;
  const some = await fsp.open(import.meta.filename);
  const handles = Object.getPrototypeOf(some) as fsp.FileHandle;
  await some.close();
  const { sync } = handles;
  const { run } = StatementSync.prototype;

  fsp.open = async (...args) => {
    const handle = await original.open(...args);
    paths.set(handle.fd, String(args[0]));
    return handle;
  };
  handles.sync = async function (this: fsp.FileHandle) {
    const { fd } = this;
    await sync.call(this);
    events.push({ kind: 'sync', path: paths.get(fd) ?? '' });
  };
  fsp.rename = async (from, to) => {
    await original.rename(from, to);
    events.push({ kind: 'move', from: String(from), path: String(to) });
  };
  const mkdir = async (...args: Parameters<typeof fsp.mkdir>) => {
    const made = await original.mkdir(...args);
    if (made !== undefined) events.push({ kind: 'mkdir', path: String(args[0]) });
    return made;
  };
  fsp.mkdir = mkdir as typeof fsp.mkdir;
  // Streams with `flush` use these.
  const openStream = (...args: unknown[]) => {
    const done = args.at(-1) as (error: Error | null, fd: number) => void;
    const opened = (error: Error | null, fd: number) => {
      paths.set(fd, String(args[0]));
      done(error, fd);
    };
    Reflect.apply(open, fs, [...args.slice(0, -1), opened]);
  };
  fs.open = openStream as typeof fs.open;
  const syncStream = (fd: number, done: fs.NoParamCallback) =>
    fsync(fd, (error) => {
      events.push({ kind: 'sync', path: paths.get(fd) ?? '' });
      done(error);
    });
  fs.fsync = syncStream as typeof fs.fsync;
  StatementSync.prototype.run = function (this: StatementSync, ...values: SQLInputValue[]) {
    const result = Reflect.apply(run, this, values);
    if (/^insert into "objects"/.test(this.sourceSQL)) {
      events.push({ kind: 'insert', path: '', values });
    }
    if (this.sourceSQL === 'commit') events.push({ kind: 'commit', path: '' });
    return result;
  } as typeof run;
  syncBuiltinESMExports();

  return {
    events,
    stop: () => {
      Object.assign(fsp, original);
      Object.assign(fs, { open, fsync });
      handles.sync = sync;
      StatementSync.prototype.run = run;
      syncBuiltinESMExports();
    },
  };
}
