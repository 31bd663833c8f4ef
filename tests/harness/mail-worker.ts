/** A process that sends queued mail, to be killed by a test. Reads the server's settings. */
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open.ts';
import { mailTask } from '#server/platform/mail/mail-task.ts';

const config = readConfig(process.env);
const { db } = await openDatabase(config);
const log = pino({ level: 'silent' });
await mailTask({ config, db, log, now: () => new Date() }).run();
await db.destroy();
