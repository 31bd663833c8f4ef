/** Users for the chat and volume scenarios: accounts, tokens and stored messages. */
import { DatabaseSync } from 'node:sqlite';
import { bucketOf, splitTerms, termOf } from '#server/features/chat/search-terms.ts';
import { tokenSecret } from '#server/platform/data-dir.ts';
import { Tokens } from '#server/platform/tokens.ts';
import type { Company } from './company.ts';

export interface ChatPerson {
  userId: number;
  isAdmin: boolean;
  token: string;
}

const at = '2026-01-05T15:00:00.000Z';

/** Admins from user 2 on, then employees. */
export function fillChatPeople(file: string, admins: number, employees: number): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`
    begin;
    create temp table counter as with recursive counter (n) as
      (select 1 union all select n + 1 from counter where n < ${admins + employees}) select n from counter;
    insert into users (username, username_key, user_email, email_key, phone_number, password_hash,
      user_role, created_at)
    select 'person ' || n, 'person ' || n, 'person' || n || '@example.com',
      'person' || n || '@example.com', '815-555-0142', 'none',
      iif(n <= ${admins}, 'admin', 'employee'), '${at}' from counter order by n;
    insert into employees (user_id, first_name, last_name, department, position, pto_hundredths,
      work_hundredths, created_at)
    select user_id, 'Robin', 'Walker ' || user_id, 'Operations', 'Car Haul Driver', 0, 0, '${at}'
    from users where user_id > 1;
    commit;
    analyze;
  `);
  database.close();
}

/** Creates a session for everyone but the first admin, without hashing thousands of passwords. */
export function signInAll({ file, dataDir }: Pick<Company, 'file' | 'dataDir'>): ChatPerson[] {
  const tokens = new Tokens(tokenSecret(null, dataDir), 8);
  const database = new DatabaseSync(file, { timeout: 5000 });
  const users = database
    .prepare('select user_id, username, user_role, token_version from users where user_id > 1')
    .all();
  const open = database.prepare(
    'insert into sessions (jti, user_id, token_version, created_at, expires_at) values (?, ?, ?, ?, ?)',
  );
  database.exec('begin');
  const people = users.map((user) => {
    const userId = Number(user.user_id);
    const isAdmin = user.user_role === 'admin';
    const role = isAdmin ? 'admin' : 'employee';
    const now = new Date();
    const { token, payload } = tokens.issue({ userId, username: String(user.username), role }, now);
    const expires = new Date(payload.exp * 1000).toISOString();
    open.run(payload.jti, userId, Number(user.token_version), now.toISOString(), expires);
    return { userId, isAdmin, token };
  });
  database.exec('commit');
  database.close();
  return people;
}

const words =
  `load unload ramp deck strap ratchet gate yard dealer port vin keys scratch photo signature
  noon morning tonight delay traffic scale fuel tire weather Joliet Omaha Jacksonville Laredo Denver
  sedan pickup van truck cars ready late early call waiting parked done checked papers bill`.split(
    /\s+/,
  );

/** A different text of nine words for each number. */
const textOf = (n: number) =>
  `${Array.from({ length: 8 }, (_, i) => words[(n * (i + 3) * 7 + i * i * 11) % words.length]).join(' ')} ${n}`;

/** Messages between every admin and every employee in turns: searchable, the last 1% unread. */
export function fillMessages(
  file: string,
  people: readonly { userId: number; isAdmin: boolean }[],
  count: number,
): void {
  const admins = people.filter(({ isAdmin }) => isAdmin).map(({ userId }) => userId);
  const employees = people.filter(({ isAdmin }) => !isAdmin).map(({ userId }) => userId);
  const database = new DatabaseSync(file, { timeout: 5000 });
  // Not measured, so not durable.
  database.exec('pragma synchronous = off; pragma cache_size = -200000; begin');
  const conversation = database.prepare(
    'insert into conversations (low_id, high_id) values (?, ?)',
  );
  for (const low of admins) for (const high of employees) conversation.run(low, high);
  const message = database.prepare(
    `insert into messages (id, low_id, high_id, sender_id, receiver_id, content, sent_at, client_id, read_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const findable = database.prepare('insert into message_words (rowid, words) values (?, ?)');
  for (let id = 1; id <= count; id += 1) {
    const low = admins[id % admins.length] ?? 0;
    const high = employees[Math.floor(id / admins.length) % employees.length] ?? 0;
    const [sender, receiver] = Math.floor(id / 7) % 2 === 0 ? [low, high] : [high, low];
    const text = textOf(id);
    const sent = new Date(1_700_000_000_000 + id * 60_000).toISOString();
    const name = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
    const read = id > count * 0.99 ? null : sent;
    message.run(id, low, high, sender, receiver, text, sent, name, read);
    const bucket = bucketOf(id);
    const terms = [low, high].flatMap((userId) =>
      splitTerms(text).map((word) => termOf(userId, bucket, word)),
    );
    findable.run(id, terms.join(' '));
  }
  database.exec(`
    update conversations set last_message_id = (select max(id) from messages m
      where m.low_id = conversations.low_id and m.high_id = conversations.high_id);
    insert into answers (user_id, message_id)
    select high_id, max(id) from messages where sender_id = low_id group by high_id;
    commit;
    analyze;
    pragma wal_checkpoint(truncate);
  `);
  database.close();
}
