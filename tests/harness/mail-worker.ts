/** A process that sends queued mail, to be killed by a test. Reads the server's settings. */
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open.ts';
import { mailTask } from '#server/platform/mail/mail-task.ts';
import { Tokens } from '#server/platform/tokens.ts';

const config = readConfig(process.env);
const { db } = await openDatabase(config);
const tokens = new Tokens(config.tokenSecret ?? '', 8);
const log = pino({ level: 'silent' });
await mailTask({ config, db, log, now: () => new Date(), tokens }).run();
await db.destroy();
