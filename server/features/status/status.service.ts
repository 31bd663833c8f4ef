import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '#contract/messages/retention.ts';
import { status as messages } from '#contract/messages/status.ts';
import type { StatusPart, SystemStatus } from '#contract/status.ts';
import { databaseName, ping } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { backupProblems, readBackups } from '../../platform/backups/backups.ts';
import { verifySmtp } from '../../platform/mail/delivery.ts';
import { countUnsentMails } from '../../platform/mail/outbox.queries.ts';
import { diskWarnings, spaceOf } from '../../platform/runtime/disk-space.ts';
import { release } from '../../platform/runtime/root.ts';
import type { Tasks } from '../../platform/runtime/tasks.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { findClockProblem } from '../retention/clock-check.service.ts';
import { describeAnnounced } from '../retention/retention.service.ts';

/** How long (ms) a part may take to respond. */
const answerMs = 5_000;
/** Longer than the first tries of a mail take. */
const maxMailWaitMs = 3_600_000;

type Finding = Pick<StatusPart, 'problems' | 'note'> & { is_set_up?: false };

/** What is looked at without a database. */
export interface FolderParts extends Pick<AppContext, 'config' | 'now'> {
  /** Gets why a part throws or doesn't respond in time. */
  onFailure: (name: StatusPart['name'], error: unknown) => void;
}

/** What is looked at, also without a server. */
export interface Parts extends FolderParts, Pick<AppContext, 'db'> {
  storage: Pick<Storage, 'ping'>;
  /** How many damaged files were found since the start. */
  damaged: number;
  /** What to do about a clock in doubt. */
  confirmClock: string;
}

/** A part that throws or doesn't respond in time is a problem. */
async function check(
  { onFailure }: FolderParts,
  name: StatusPart['name'],
  find: () => Promise<Finding>,
): Promise<StatusPart> {
  const late = async (): Promise<Finding> => {
    await pause(answerMs, undefined, { ref: false });
    throw new Error('timed out');
  };
  try {
    return { name, is_set_up: true, ...(await Promise.race([find(), late()])) };
  } catch (error) {
    onFailure(name, error);
    return { name, problems: [messages.noAnswer], note: '', is_set_up: true };
  }
}

async function checkMail({ config: { smtpUrl }, db, now }: Parts): Promise<Finding> {
  const at = new Date(now().getTime() - maxMailWaitMs).toISOString();
  const { failed, waiting } = await countUnsentMails(db, at);
  const refused = smtpUrl && (await verifySmtp(smtpUrl));
  const problems = [
    ...(refused ? [messages.mailRefused(refused)] : []),
    ...(waiting > 0 ? [messages.mailWaits(waiting)] : []),
    ...(failed > 0 ? [messages.mailFailed(failed)] : []),
  ];
  if (smtpUrl !== null) return { problems, note: '' };
  return { problems, note: messages.noMailServer, is_set_up: false };
}

async function checkBackups({ config, now }: FolderParts): Promise<Finding> {
  const { backupDir } = config;
  if (backupDir === null) return { problems: [], note: messages.noBackups, is_set_up: false };
  const { days } = await readBackups(backupDir, now());
  const note = days[0] ? `${days.length}, the newest of ${days[0]}` : '';
  return { problems: await backupProblems(backupDir, now()), note };
}

async function checkDisk({ config }: FolderParts): Promise<Finding> {
  const { free, total } = await spaceOf(config.dataDir);
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0);
  const note = messages.freeSpace(gigabytes(free), gigabytes(total));
  return { problems: await diskWarnings(config), note };
}

async function checkClock({ db, now, confirmClock }: Parts): Promise<Finding> {
  const problem = await findClockProblem(db, now());
  return { problems: problem === null ? [] : [`${problem} ${confirmClock}`], note: '' };
}

/** The parts that need no database. */
export function checkFolders(parts: FolderParts): Promise<StatusPart[]> {
  return Promise.all([
    check(parts, 'disk', () => checkDisk(parts)),
    check(parts, 'backups', () => checkBackups(parts)),
  ]);
}

/** The parts of the installation with their problems. */
export function checkParts(parts: Parts): Promise<StatusPart[]> {
  const { config, damaged, db, storage } = parts;
  return Promise.all([
    check(parts, 'database', async () => {
      await ping(db);
      return { problems: [], note: databaseName(db) };
    }),
    check(parts, 'storage', async () => {
      await storage.ping();
      const problems = damaged > 0 ? [`Damaged files found since the start: ${damaged}.`] : [];
      return { problems, note: config.storageUrl === null ? 'DATA_DIR/files' : 'S3' };
    }),
    check(parts, 'disk', () => checkDisk(parts)),
    check(parts, 'mail', () => checkMail(parts)),
    check(parts, 'backups', () => checkBackups(parts)),
    check(parts, 'clock', () => checkClock(parts)),
    check(parts, 'deletions', async () => ({ problems: [], note: await describeAnnounced(parts) })),
  ]);
}

function runsOf(tasks: Tasks): SystemStatus['tasks'] {
  return tasks.names.map((name) => {
    const run = tasks.runs.get(name);
    const ended = run?.failed ? 'failed' : run ? 'fine' : 'waiting';
    return {
      name,
      ended_at: run?.endedAt.toISOString() ?? null,
      seconds: run ? Math.round(run.seconds * 1000) / 1000 : null,
      state: tasks.stuck.includes(name) ? 'stuck' : ended,
    };
  });
}

/** How the installation works, as this node sees it. */
export async function readStatus(ctx: AppContext): Promise<SystemStatus> {
  const { db, fileChecks, log, realtime, tasks } = ctx;
  const [parts, mails] = await Promise.all([
    checkParts({
      ...ctx,
      damaged: fileChecks.damaged,
      confirmClock: clock.confirmHere,
      onFailure: (part, err) => log.warn({ part, err }, 'a part of the system does not work'),
    }),
    countUnsentMails(db, ctx.now().toISOString()),
  ]);
  return {
    release,
    started_at: new Date(ctx.now().getTime() - process.uptime() * 1000).toISOString(),
    connections: realtime.connections,
    waiting_mail: mails.waiting,
    unsent_mail: mails.failed,
    parts,
    tasks: runsOf(tasks),
    browser_errors: ctx.browserErrors.latest.map(
      ({ kind, message, page, build, count, lastAt, requestId }) => ({
        ...{ kind, message, page, build, count },
        last_at: lastAt.toISOString(),
        request_id: requestId,
      }),
    ),
  };
}
