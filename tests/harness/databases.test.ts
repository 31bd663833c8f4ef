import pg from 'pg';
import { expect, test } from 'vitest';
import { engines, freshPostgres, onBothDatabases, postgresOnly } from './databases.ts';

const seen: string[] = [];
onBothDatabases('each engine', (engine) => {
  test('runs its own tests', () => {
    seen.push(engine);
    expect(engines).toContain(engine);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

postgresOnly.test(
  'a fresh PostgreSQL database is empty, separate from others, and gone after drop',
  async () => {
    const [one, other] = await Promise.all([freshPostgres(), freshPostgres()]);
    const client = new pg.Client({ connectionString: one.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table job (id integer)');
    const elsewhere = new pg.Client({ connectionString: other.url });
    await elsewhere.connect();
    await expect(elsewhere.query('select * from job')).rejects.toThrow('does not exist');
    await elsewhere.end();
    await one.drop();
    await other.drop();
    await expect(new pg.Client({ connectionString: one.url }).connect()).rejects.toThrow(
      'does not exist',
    );
  },
);
