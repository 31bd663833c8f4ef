/** kill -9 at each step of storing and deleting a file: no row is ever without its file, and nothing else remains. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAppContext } from '#server/create-app-context.ts';
import { sweepFiles } from '#server/features/files/files.service.ts';
import { checkObject } from '#server/platform/storage/check-object.ts';
import { readConfig } from '#server/settings/config.ts';
import { signInAdmin } from '../harness/chat-client.ts';
import { mp4Of } from '../harness/file-samples.ts';
import { isFull } from '../harness/is-full.ts';
import { multipartOf } from '../harness/multipart.ts';
import { startServer } from '../harness/server.ts';

/** Each with whether the file's row is committed at that moment. */
const steps = [
  ['written', false],
  ['synced', false],
  ['renamed', false],
  ['folder synced', false],
  ['committed', true],
  ['row deleted', false],
] as const;

/** Stores a video and deletes it, until the server dies at the step. */
async function storeAndDelete(url: string, token: string): Promise<void> {
  const authorization = `Bearer ${token}`;
  const { payload, headers } = multipartOf([
    { name: 'user_ids', value: '[1]' },
    { name: 'file', value: mp4Of(300_000), filename: 'loading.mp4', type: 'video/mp4' },
  ]);
  try {
    const response = await fetch(`${url}/api/training/upload`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: new Uint8Array(payload),
    });
    expect(response.status).toBe(201);
    const { file_id: id } = (await response.json()) as { file_id: number };
    await fetch(`${url}/api/training/files/${id}`, {
      method: 'DELETE',
      headers: { authorization },
    });
  } catch (error) {
    if (error instanceof TypeError) return;
    throw error;
  }
}

test.each(isFull ? steps : steps.slice(2, 3))(
  "kill -9 at the step '%s': no row without a file, orphans swept (FLT9)",
  async (step, isCommitted) => {
    const env = { KILL_AT: step };
    const server = await startServer({ env, preload: ['./tests/harness/kill-at.ts'] });
    const { token } = await signInAdmin(server.url);
    await storeAndDelete(server.url, token);
    // Not its port: another server may have it by now.
    expect(await server.ended, 'killed by a signal').toBeNull();

    const config = readConfig({ DATA_DIR: server.dataDir });
    const ctx = await createAppContext(config, pino({ level: 'silent' }));
    try {
      const objects = await ctx.db.selectFrom('objects').selectAll().execute();
      expect(objects).toHaveLength(isCommitted ? 1 : 0);
      for (const object of objects) expect(await checkObject(ctx.storage, object)).toBe('intact');
      await sweepFiles(ctx, { olderThanMs: -60_000 });
      const stored = await Array.fromAsync(ctx.storage.list(), ({ key }) => key);
      expect(stored.sort()).toEqual(objects.map(({ key }) => key).sort());
      expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([]);
    } finally {
      await ctx.close();
    }
  },
);
