import { expect, test } from 'vitest';
import { suiteApp } from '../../tests/harness/app.ts';
import { postgresOnly } from '../../tests/harness/databases.ts';
import { publicChanges } from './public-changes.ts';

postgresOnly.describe('changes of public data', () => {
  const t = suiteApp('postgres');

  test('are seen by every node once their write is answered', async () => {
    const { db } = t.ctx;
    const [writer, reader] = [publicChanges(db), publicChanges(db)];
    for (let round = 0; round < 20; round += 1) {
      const before = await reader.count();
      await db.insertInto('public_changes').values({ count: 1 }).execute();
      await writer.settled();
      expect(await reader.count()).toBe(before + 1);
    }
  });
});
