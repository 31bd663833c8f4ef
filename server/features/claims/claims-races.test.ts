import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { claimsOffice } from '#tests/harness/claims.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { pictureOf } from '#tests/harness/file-samples.ts';

onBothDatabases('simultaneous calls about claims', (engine) => {
  const { t, emil, sendReport, report, claim, addPhoto } = claimsOffice(engine);

  test('a repeated report stores one, also of several at once; another photo is 422', async () => {
    const photo = await pictureOf('jpeg');
    const headers = { 'idempotency-key': randomUUID() };
    const all = await Promise.all(
      Array.from({ length: 3 }, () => sendReport(emil, {}, [photo], headers)),
    );
    expect(all.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(all.map((one) => one.json().damage_id)).size).toBe(1);
    const other = await sendReport(emil, {}, [photo, photo], headers);
    expect(other.statusCode).toBe(422);
    const stored = (await send(t, 'GET', '/api/claims', emil)).json();
    expect(stored).toHaveLength(1);
    const key = randomUUID();
    const id = stored[0]?.damage_id ?? 0;
    for (let time = 0; time < 2; time += 1) {
      expect((await addPhoto(id, emil, photo, key)).statusCode).toBe(201);
    }
    const { photos } = await claim(id);
    expect(photos).toHaveLength(2);
    const objects = t.ctx.db.selectFrom('objects').select('key').where('key', 'like', 'claims/%');
    const known = new Set((await objects.execute()).map((row) => row.key));
    const bytes = await Array.fromAsync(t.ctx.storage.list());
    const own = bytes.filter(({ key: name }) => name.startsWith('claims/'));
    expect(new Set(own.map(({ key: name }) => name))).toEqual(known);
  });

  test('photos that arrive while the damage is deleted leave nothing behind', async () => {
    const photo = await pictureOf('png');
    for (let round = 0; round < 2; round += 1) {
      const id = await report(emil);
      const [added, removed] = await Promise.all([
        addPhoto(id, emil, photo),
        send(t, 'DELETE', `/api/damages/${id}`, t.admin),
      ]);
      expect([201, 404]).toContain(added.statusCode);
      expect(removed.statusCode).toBe(200);
    }
    const objects = t.ctx.db.selectFrom('objects').select('key').where('key', 'like', 'claims/%');
    expect(await objects.execute()).toEqual([]);
  });
});
