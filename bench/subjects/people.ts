import { DatabaseSync } from 'node:sqlite';
import { withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { load } from '../load.ts';
import { get } from '../raw.ts';

const employees = 1_000;
const changes = 100_000;
const damages = 1_000;
/** Milliseconds of the server's time for one list at the median. */
const most = 25;

/** Path, what the limit is, and the query that it comes down to. */
const lists: readonly (readonly [path: string, bare: string])[] = [
  [
    '/api/users',
    'select * from users left join employees using (user_id) where closed_at is null order by user_id',
  ],
  ['/api/employees', 'select * from employees order by employee_id'],
  [
    '/api/hours/ledger?limit=100',
    `select entry.*, first_name, last_name, username from hours_ledger entry
      left join employees using (employee_id) left join users on users.user_id = entry.user_id
      order by at desc, id desc limit 101`,
  ],
  [
    '/api/damages',
    `select damages.*, first_name, last_name from damages join employees using (employee_id)
      order by damage_date desc, damage_id desc`,
  ],
];

/** Employees with accounts, a hundred changes of hours and a damage each. */
function fillPeople(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`
    begin;
    create temp table counter as
      with recursive counter (n) as (select 1 union all select n + 1 from counter where n < ${changes})
      select n from counter;
    insert into users (username, username_key, user_email, email_key, phone_number, password_hash,
      user_role, created_at)
    select 'driver ' || n, 'driver ' || n, 'driver' || n || '@example.com',
      'driver' || n || '@example.com', '815-555-0142', 'none', 'employee',
      '2026-01-05T15:00:00.000Z' from counter where n <= ${employees};
    insert into employees (user_id, first_name, last_name, department, position, hire_date,
      pto_hundredths, work_hundredths, created_at)
    select user_id, 'Robin', 'Walker ' || user_id, 'Operations', 'Car Haul Driver', '2019-03-01',
      ${changes / employees / 2} * 25, ${changes / employees / 2} * 25, created_at
    from users where user_role = 'employee';
    insert into hours_ledger (employee_id, kind, before_hundredths, after_hundredths, reason,
      user_id, at)
    select employee_id, iif(n % 2, 'pto', 'work'), (n - 1) / 2 * 25, (n + 1) / 2 * 25,
      'Accrued for the week.', 1,
      strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 604800 + employee_id, 'unixepoch')
    from counter, employees where n <= ${changes / employees};
    insert into damages (employee_id, driver_name, damage_date, amount_cents, damage_description,
      created_at)
    select employee_id, first_name || ' ' || last_name, date('2024-01-01', (n % 700) || ' days'),
      n * 137 % 90000, 'Scratch along the left rear door; strap ratchet came loose on the way.',
      created_at
    from counter join employees on employee_id = n where n <= ${damages};
    commit;
    analyze;
  `);
  database.close();
}

/** The median of that many times of `work`, in milliseconds; as many go before it unmeasured. */
async function median(times: number, work: () => unknown): Promise<number> {
  const spent: number[] = [];
  for (let n = 0; n < 2 * times; n += 1) {
    const from = performance.now();
    await work();
    if (n >= times) spent.push(performance.now() - from);
  }
  return spent.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0;
}

async function measureList(
  path: string,
  bare: string,
  company: { url: string; file: string; admin: { authorization: string } },
): Promise<Figure> {
  const read = async () => {
    const { status, body } = await get(`${company.url}${path}`, {
      ...company.admin,
      'accept-encoding': 'br',
    });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
  };
  const ours = await median(60, read);
  const database = new DatabaseSync(company.file, { readOnly: true });
  const statement = database.prepare(bare);
  const query = await median(60, () => statement.all());
  database.close();
  return {
    what: `${path}, bare query ${query.toFixed(1)} ms`,
    ours,
    limit: most,
    unit: 'ms',
    most: 1,
  };
}

/** The lists of the portal's people, of a company with a thousand of them. */
export const people: Subject = {
  name: 'people',
  run: () =>
    withCompany(fillPeople, async (company) => {
      const { url, pid, admin } = company;
      const figures: Figure[] = [];
      for (const [path, bare] of lists) figures.push(await measureList(path, bare, company));

      let over = false;
      const readAll = async () => {
        while (!over) await get(`${url}/api/hours/ledger`, admin);
      };
      const reading = readAll();
      const others = await load({ url: `${url}/api/careers`, pid, connections: 4, rate: 200 });
      over = true;
      await reading;
      const what = `others' p99 while all ${changes.toLocaleString('en-US')} changes are read`;
      return [...figures, { what, ours: others.p99, limit: 100, unit: 'ms', most: 1 }];
    }),
};
