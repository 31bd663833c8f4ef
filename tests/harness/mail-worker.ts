/** A process that sends queued mail, to be killed by a test. Reads the server's settings. */
import { pino } from 'pino';
import { openDatabase } from '#server/database/open.ts';
import { Tokens } from '#server/platform/accounts/tokens.ts';
import { mailTask } from '#server/platform/mail/mail-task.ts';
import { readConfig } from '#server/settings/config.ts';

const config = readConfig(process.env);
const { db } = await openDatabase(config);
const tokens = new Tokens(config.tokenSecret ?? '', 8);
const log = pino({ level: 'silent' });
await mailTask({ config, db, log, now: () => new Date(), tokens }).run();
await db.destroy();
