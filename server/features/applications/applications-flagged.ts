/** Possible spam among the applications: those that arrived in a flood. None is refused. */
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { systemActor, type Write } from '../../platform/writes/writes.ts';
import { removeApplications } from './applications-erasing.ts';
import { selectFlagged, selectResumeBytes } from './applications-flagged.queries.ts';

/** Flagged applications that nobody has opened; more would let a flood fill the disk. */
const maxFlagged = 5_000;
/** Deleted at a time once there are too many. */
const thinnedOut = 100;

/** Half of what visitors may store is for resumes that aren't flagged, the other half for those that are. */
const halfOf = ({ publicUploadBytes }: AppContext['config']) => publicUploadBytes / 2;

/** Whether this line, or all visitors, have stored so many bytes in 24 hours that one more resume is flagged. */
export async function isResumeFlood(
  { config, limits }: AppContext,
  tx: Db,
  { size, ip }: { size: number; ip: string },
  now: Date,
): Promise<boolean> {
  if (!config.rateLimits || size === 0) return false;
  const used = await selectResumeBytes(tx, new Date(now.getTime() - 86_400_000).toISOString());
  return !(await limits.takeBytes(tx, { call: 'resume', ip }, size, halfOf(config) - used));
}

/** Makes room for a flagged application with a resume of so many bytes: deletes the oldest flagged ones. */
export async function thinOutFlagged(ctx: AppContext, write: Write, size: number): Promise<void> {
  const flagged = await selectFlagged(write.tx);
  let bytes = flagged.reduce((sum, row) => sum + row.bytes, size);
  const ids: number[] = [];
  const excess = flagged.length >= maxFlagged ? thinnedOut : 0;
  for (const row of flagged) {
    if (ids.length >= excess && bytes <= halfOf(ctx.config)) break;
    ids.push(row.id);
    bytes -= row.bytes;
  }
  if (ids.length === 0) return;
  await removeApplications(ctx, write, ids);
  const detail = { applications: ids.length };
  await write.audit({ ...systemActor, action: 'spam.delete', detail });
}
