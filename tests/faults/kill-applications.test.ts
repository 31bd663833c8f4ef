/** kill -9 while applications with resumes come in: what was acknowledged is there, whole, and nothing else is left. */
import { randomInt, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createAppContext } from '#server/create-app-context.ts';
import { sweepFiles } from '#server/features/files/files.service.ts';
import { freshPostgres, onBothDatabases } from '../harness/databases.ts';
import { pdfOf, sha256 } from '../harness/multipart.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { waitForQuiet } from './quiet.ts';

const rounds = process.env.FULL === '1' ? 50 : 5;
const senders = 6;

interface PendingApplication {
  key: string;
  email: string;
  pdf: Buffer;
  /** Set when the server has said 201. */
  id: number | null;
}

const fixed = {
  first_name: 'Anna',
  middle_initial: 'N/A',
  last_name: 'Lane',
  phone: '555 0100',
  street_address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  gender: 'Decline',
  race: 'Decline to self-identify',
  references: JSON.stringify([
    { first_name: 'Rob', last_name: 'Lee', phone: '1', email: 'rob@example.com' },
  ]),
};

async function send(server: RunningServer, sending: PendingApplication): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fixed)) form.append(name, value);
  form.append('resume', new Blob([new Uint8Array(sending.pdf)]), 'resume.pdf');
  form.append('email', sending.email);
  const answer = await fetch(`${server.url}/api/application`, {
    method: 'POST',
    headers: { 'idempotency-key': sending.key },
    body: form,
  });
  const { id } = (await answer.json()) as { id: number };
  expect(answer.status).toBe(201);
  sending.id = id;
}

function newSending(): PendingApplication {
  const key = randomUUID();
  const pdf = pdfOf(key, randomInt(1_000, 400_000));
  return { key, email: `${key}@example.com`, pdf, id: null };
}

/** Sends until the server dies. */
async function keepSending(server: RunningServer, sent: PendingApplication[]): Promise<void> {
  for (;;) {
    const sending = newSending();
    sent.push(sending);
    try {
      await send(server, sending);
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
  }
}

async function check(
  env: Record<string, string>,
  sent: readonly PendingApplication[],
): Promise<number> {
  if (env.DATABASE_URL) await waitForQuiet(env.DATABASE_URL);
  const ctx = await createAppContext(readConfig(env), pino({ level: 'silent' }));
  try {
    const objects = await ctx.db.selectFrom('objects').selectAll().execute();
    const rows = await ctx.db
      .selectFrom('applications')
      .select(['id', 'email', 'resume_path'])
      .execute();
    expect(new Set(rows.map((row) => row.resume_path))).toEqual(
      new Set(objects.map((object) => object.key)),
    );
    for (const object of objects) {
      const bytes = await buffer(await ctx.storage.read(object.key));
      expect(sha256(bytes)).toBe(object.sha256);
    }
    const bySender = Map.groupBy(rows, (row) => row.email);
    for (const { email, id, pdf } of sent) {
      const found = bySender.get(email) ?? [];
      expect(found.length).toBeLessThanOrEqual(1);
      if (id === null) continue;
      expect(found[0]?.id).toBe(id);
      const object = objects.find((entry) => entry.key === found[0]?.resume_path);
      expect(object?.sha256).toBe(sha256(pdf));
    }
    const swept = await sweepFiles(ctx, { olderThanMs: -60_000 });
    const kept: string[] = [];
    for await (const { key } of ctx.storage.list()) kept.push(key);
    expect(kept.sort()).toEqual(objects.map((object) => object.key).sort());
    expect(await readdir(join(ctx.config.dataDir, 'tmp'))).toEqual([]);
    return swept;
  } finally {
    await ctx.close();
  }
}

onBothDatabases('kill -9 while applications arrive', (engine) => {
  test(`${rounds} rounds lose nothing (FLT1, FLT9)`, { timeout: rounds * 30_000 }, async () => {
    const database = engine === 'postgres' ? await freshPostgres() : null;
    const own = database && {
      DATABASE_URL: database.url,
      TOKEN_SECRET: 'a secret for tests alone, long enough to be taken',
    };
    const sent: PendingApplication[] = [];
    let [acknowledged, swept] = [0, 0];
    let dataDir: string | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ ...(dataDir && { dataDir }), env: own ?? {} });
      dataDir = server.dataDir;
      // The same key again, as a sender does that got no answer: stored once in all.
      for (const sending of sent.filter((entry) => entry.id === null)) await send(server, sending);
      const sending = Promise.all(Array.from({ length: senders }, () => keepSending(server, sent)));
      await pause(randomInt(100, 900));
      await server.kill();
      await sending;
      swept += await check({ DATA_DIR: dataDir, ...own }, sent);
      acknowledged = sent.filter((entry) => entry.id !== null).length;
    }
    expect(acknowledged).toBeGreaterThan(rounds);
    console.log(
      `${engine}: ${acknowledged} of ${sent.length} acknowledged, ${swept} files without a row swept`,
    );
    await database?.drop();
  });
});
