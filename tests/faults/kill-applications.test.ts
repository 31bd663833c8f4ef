/** kill -9 while applications with resumes arrive: acknowledged ones are stored completely, and no other bytes remain. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AppContext } from '#server/platform/app-context.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { pdfOf, sha256 } from '../harness/multipart.ts';
import type { RunningServer } from '../harness/server.ts';
import { killRounds } from './kill-rounds.ts';

const rounds = process.env.FULL === '1' ? 50 : 2;
const senders = 6;

interface PendingApplication {
  key: string;
  email: string;
  pdf: Buffer;
  /** Set by the 201 response. */
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
  const response = await fetch(`${server.url}/api/application`, {
    method: 'POST',
    headers: { 'idempotency-key': sending.key },
    body: form,
  });
  const { id } = (await response.json()) as { id: number };
  expect(response.status).toBe(201);
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
  { db }: AppContext,
  hashes: ReadonlyMap<string, string>,
  sent: readonly PendingApplication[],
): Promise<void> {
  const rows = await db.selectFrom('applications').select(['id', 'email', 'resume_path']).execute();
  expect(new Set(rows.map((row) => row.resume_path))).toEqual(new Set(hashes.keys()));
  const bySender = Map.groupBy(rows, (row) => row.email);
  for (const { email, id, pdf } of sent) {
    const found = bySender.get(email) ?? [];
    expect(found.length).toBeLessThanOrEqual(1);
    if (id === null) continue;
    expect(found[0]?.id).toBe(id);
    expect(hashes.get(found[0]?.resume_path ?? '')).toBe(sha256(pdf));
  }
}

onBothDatabases('kill -9 while applications arrive', (engine) => {
  test(`${rounds} rounds lose nothing (FLT1, FLT9)`, { timeout: rounds * 120_000 }, async () => {
    const sent: PendingApplication[] = [];
    const swept = await killRounds(engine, {
      rounds,
      longest: 900,
      resume: async (server) => {
        // A retry with the same key after a lost response: stored once in total.
        for (const sending of sent.filter((entry) => entry.id === null))
          await send(server, sending);
      },
      work: (server) =>
        Promise.all(Array.from({ length: senders }, () => keepSending(server, sent))),
      check: (ctx, hashes) => check(ctx, hashes, sent),
    });
    expect(sent.length).toBeGreaterThan(rounds);
    console.log(`${engine}: ${sent.length} sent, ${swept} files without a row swept`);
  });
});
