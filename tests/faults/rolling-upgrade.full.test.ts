/** Three nodes change to a newer release one after the other, under load, and its migration changes the tables in use. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '#tests/harness/new-folder.ts';
import { expectMails, type NodeCluster, startNodes, workOn } from './node-cluster.ts';

const root = join(import.meta.dirname, '../..');

const nextStep = '999-next';

/** This release with one more migration: a column for the tables that the load writes, and an index. */
function nextRelease(): string {
  const folder = newFolder();
  for (const shared of ['node_modules', 'build']) {
    symlinkSync(join(root, shared), join(folder, shared));
  }
  for (const name of ['contract', 'server', 'package.json', '.node-version']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'tests'));
  cpSync(join(root, 'tests/harness'), join(folder, 'tests/harness'), { recursive: true });
  const tables = ['messages', 'jobs', 'inquiries', 'applications', 'sessions', 'outbox', 'objects'];
  const statements = [
    ...tables.map((table) => `alter table ${table} add column next text not null default ''`),
    'create index inquiries_next on inquiries (next)',
    // In another order than requests lock them.
    'update conversations set last_message_id = last_message_id',
  ];
  const migrations = join(folder, 'server/database/migrations');
  writeFileSync(
    join(migrations, `${nextStep}.ts`),
    `export const next = { name: '${nextStep}', up: () => ${JSON.stringify(statements)} };\n`,
  );
  const list = readFileSync(join(migrations, 'all.ts'), 'utf8');
  const extended = list.replace(/,?\s*\];/, ', next];');
  expect(extended).not.toBe(list);
  writeFileSync(
    join(migrations, 'all.ts'),
    `import { next } from './${nextStep}.ts';\n${extended}`,
  );
  return folder;
}

const copiesIn = ({ dataDir }: { dataDir: string }) =>
  readdirSync(dataDir).filter((name) => name.startsWith('before-'));

/** Changes all nodes to the release in `folder` under load. */
async function roll(cluster: NodeCluster, folder: string) {
  const { nodes } = cluster;
  const { journal, stop } = await workOn(cluster, 20);
  // Someone reads the tables for a while, as a backup does: the migration waits, and nobody behind it.
  const reader = new pg.Client({ connectionString: cluster.database.url });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('begin');
  for (const table of ['messages', 'jobs', 'inquiries']) {
    await reader.query(`select count(*) from ${table}`);
  }
  const released = pause(4_000).then(() => reader.query('commit'));
  for (const index of nodes.keys()) {
    const dataDir = nodes[index]?.dataDir ?? '';
    await cluster.restart(index, { dataDir, folder });
    // The first one migrates; it has saved the database before.
    expect(copiesIn({ dataDir })).toEqual(index === 0 ? [`before-${nextStep}.sqlite`] : []);
  }
  await released;
  await stop();
  await expectMails(cluster);
  return journal;
}

test('nodes change to the next release under load, and no request fails', async ({ annotate }) => {
  const folder = nextRelease();
  const cluster = await startNodes([{}, {}, {}]);
  onTestFinished(cluster.close);
  const journal = await roll(cluster, folder);
  const [column] = await cluster.rowsOf(
    "select count(*)::int as n from information_schema.columns where column_name = 'next'",
  );
  expect(column?.n).toBe(7);
  // This release can't start again on the newer schema, and says so.
  await expect(cluster.startNode()).rejects.toThrow('Another release has migrated this database');
  const slowest = Math.max(...journal.times.map(({ took }) => took)) / 1000;
  await annotate(
    `three nodes changed to the next release during ${journal.times.length} requests: none failed, the slowest took ${slowest.toFixed(1)} s`,
    'measured',
  );
});
