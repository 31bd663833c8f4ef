/** Seeds the sample company and prints the sign-ins as JSON; see seed-apart.ts. */
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { createAppContext } from '../create-app-context.ts';
import { seedSampleCompany } from './seed.ts';

const config = readConfig(process.env);
const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
const ctx = await createAppContext(config, log, { emptyTemporary: false });
process.stdout.write(JSON.stringify(await seedSampleCompany(ctx)));
await ctx.close();
