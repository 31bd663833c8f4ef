import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '#contract/messages/retention.ts';
import { status as messages } from '#contract/messages/status.ts';
import type { StatusPart, SystemStatus } from '#contract/status.ts';
import { databaseName, ping } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { backupProblems, readBackups } from '../../platform/backups.ts';
import { diskWarnings, spaceOf } from '../../platform/disk-space.ts';
import { verifySmtp } from '../../platform/mail/delivery.ts';
import { countUnsentMails } from '../../platform/mail/outbox.queries.ts';
import { release } from '../../platform/release.ts';
import type { Tasks } from '../../platform/tasks.ts';
import { findClockProblem } from '../retention/clock-check.service.ts';
import { describeAnnounced } from '../retention/retention.service.ts';

/** How long (ms) a part may take to respond. */
const answerMs = 5_000;

type Finding = Pick<StatusPart, 'problems' | 'note'> & { is_set_up?: false };

/** A part that throws or doesn't respond in time is a problem; the log has the reason. */
async function check(
  { log }: AppContext,
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
    log.warn({ part: name, err: error }, 'a part of the system does not work');
    return { name, problems: [messages.noAnswer], note: '', is_set_up: true };
  }
}

async function checkMail({ config: { smtpUrl } }: AppContext): Promise<Finding> {
  if (smtpUrl === null) return { problems: [], note: messages.noMailServer, is_set_up: false };
  const problem = await verifySmtp(smtpUrl);
  return { problems: problem === null ? [] : [`The mail server refuses: ${problem}`], note: '' };
}

async function checkBackups({ config: { backupDir }, now }: AppContext): Promise<Finding> {
  if (backupDir === null) return { problems: [], note: messages.noBackups, is_set_up: false };
  const { days } = await readBackups(backupDir, now());
  const note = days[0] ? `${days.length}, the newest of ${days[0]}` : '';
  return { problems: await backupProblems(backupDir, now()), note };
}

async function checkDisk({ config }: AppContext): Promise<Finding> {
  const { free, total } = await spaceOf(config.dataDir);
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0);
  const note = messages.freeSpace(gigabytes(free), gigabytes(total));
  return { problems: await diskWarnings(config), note };
}

async function checkClock({ db, now }: AppContext): Promise<Finding> {
  const problem = await findClockProblem(db, now());
  return { problems: problem === null ? [] : [`${problem} ${clock.confirmHere}`], note: '' };
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
  const { config, db, fileChecks, realtime, storage, tasks } = ctx;
  const { damaged } = fileChecks;
  const [parts, mails] = await Promise.all([
    Promise.all([
      check(ctx, 'database', async () => {
        await ping(db);
        return { problems: [], note: databaseName(db) };
      }),
      check(ctx, 'storage', async () => {
        await storage.ping();
        const problems = damaged > 0 ? [`Damaged files found since the start: ${damaged}.`] : [];
        return { problems, note: config.storageUrl === null ? 'DATA_DIR/files' : 'S3' };
      }),
      check(ctx, 'disk', () => checkDisk(ctx)),
      check(ctx, 'mail', () => checkMail(ctx)),
      check(ctx, 'backups', () => checkBackups(ctx)),
      check(ctx, 'clock', () => checkClock(ctx)),
      check(ctx, 'deletions', async () => ({ problems: [], note: await describeAnnounced(ctx) })),
    ]),
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
