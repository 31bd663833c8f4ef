import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { recordAudit } from '../../platform/audit/audit.ts';

onBothDatabases('searching a long audit log', (engine) => {
  const t = suiteApp(engine);

  test('finds what is far back, over as many pages as it takes', async () => {
    const { db } = t.ctx;
    const target = { kind: 'damage', id: 18, label: 'Needle' };
    await recordAudit(db, new Date('2024-01-02T00:00:00.000Z'), {
      ...{ userId: null, ip: '', action: 'damage.create', target },
    });
    await sql`
      insert into audit (at, action)
      with recursive counter (n) as (select 1 union all select n + 1 from counter where n < 25000)
      select '2024-01-03T00:00:00.000Z', 'hay.stack' from counter`.execute(db);
    const read = (query: Record<string, string>) =>
      t.app.inject({ url: '/api/audit', query, headers: t.admin.headers });

    const found: unknown[] = [];
    let [before, pages] = ['', 0];
    do {
      const page = await read({ q: 'needle', before });
      found.push(...page.json());
      before = String(page.headers['x-next-before'] ?? '');
      pages += 1;
    } while (before !== '' && pages < 10);
    expect(found).toEqual([expect.objectContaining({ action: 'damage.create' })]);
    const indexed = await read({ target_kind: 'damage', target_id: '18', q: 'needle' });
    expect(indexed.json()).toEqual(found);
  });
});
