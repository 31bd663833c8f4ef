import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { files as messages } from '#contract/messages/files.ts';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { pdfOf } from '#tests/harness/multipart.ts';
import { ownedFilesOf } from '#tests/harness/owned-files.ts';
import { setPasswordOf } from '../passwords/passwords.service.ts';

onBothWhenFull('files', (engine) => {
  let offset = 0;
  const t = suiteApp(engine, { now: () => new Date(Date.now() + offset) });
  let key: string;
  const files = ownedFilesOf(() => t);
  beforeAll(async () => {
    key = await files.resume();
  });

  test('a new password ends the links from before', async () => {
    const person = await t.person('lina', 'admin');
    const url = await files.link(key, person);
    expect((await t.app.inject(url)).statusCode).toBe(200);
    await setPasswordOf(t.ctx, person.username, 'eighteen wheels');
    const ended = await t.app.inject(url);
    expect(replyOf(ended)).toEqual([403, { code: 'link_expired', error: messages.linkExpired }]);
  });

  test('a link works for 5 minutes', async () => {
    const url = await files.link(key, t.admin);
    const statusAfter = async (milliseconds: number) => {
      offset = milliseconds;
      return (await t.app.inject(url)).statusCode;
    };
    expect([await statusAfter(270_000), await statusAfter(301_000)]).toEqual([200, 403]);
    offset = 0;
  });

  test('returns 404 for missing bytes, and for bytes without a row', async () => {
    const own = await files.resume();
    const url = await files.link(own, t.admin);
    const folder = join(t.ctx.config.dataDir, 'files');
    await rm(join(folder, own));
    expect(replyOf(await t.app.inject(url))).toEqual([
      404,
      { code: 'not_found', error: messages.notFound },
    ]);
    const stray = `resumes/${randomUUID()}.pdf`;
    await writeFile(join(folder, stray), pdfOf());
    expect((await files.presign(stray, t.admin)).statusCode).toBe(404);
  });
});
