/** Users for the chat and volume scenarios: accounts, tokens and stored messages. */

import type { OpenDatabase } from '#server/database/open.ts';
import { addTerms } from '#server/features/chat/chat-search.queries.ts';
import { Tokens } from '#server/platform/accounts/tokens.ts';
import { tokenSecret as secretOf } from '#server/platform/runtime/data-dir.ts';
import type { Company } from './company.ts';
import { analyze, execute, insertRows, withDatabase, withoutWordIndex } from './filling.ts';

export interface ChatPerson {
  userId: number;
  isAdmin: boolean;
  token: string;
}

/** Messages per statement of the search index. */
const batchSize = 5_000;
const at = '2026-01-05T15:00:00.000Z';

/** Admins from user 2 on, then employees. */
export async function fillChatPeople(
  database: OpenDatabase,
  admins: number,
  employees: number,
): Promise<void> {
  await insertRows(database, 'users', admins + employees, (n) => ({
    username: `person ${n}`,
    username_key: `person ${n}`,
    user_email: `person${n}@example.com`,
    email_key: `person${n}@example.com`,
    phone_number: '815-555-0142',
    password_hash: 'none',
    user_role: n <= admins ? 'admin' : 'employee',
    created_at: at,
  }));
  await insertRows(database, 'employees', admins + employees, (n) => ({
    user_id: n + 1,
    first_name: 'Robin',
    last_name: `Walker ${n + 1}`,
    department: 'Operations',
    position: 'Car Haul Driver',
    pto_hundredths: 0,
    work_hundredths: 0,
    created_at: at,
  }));
  await analyze(database);
}

/** Creates a session for everyone but the first admin, without hashing thousands of passwords. */
export function signInAll({
  database,
  tokenSecret,
}: Pick<Company, 'database' | 'tokenSecret'>): Promise<ChatPerson[]> {
  const tokens = new Tokens(secretOf(tokenSecret, database.dataDir), 8);
  return withDatabase(database, async (open) => {
    const users = await open.db
      .selectFrom('users')
      .select(['user_id', 'username', 'user_role', 'token_version'])
      .where('user_id', '>', 1)
      .orderBy('user_id')
      .execute();
    const sessions = users.map(({ user_id: userId, username, user_role: role, token_version }) => {
      const now = new Date();
      const { token, payload } = tokens.issue({ userId, username, role }, now);
      const row = {
        jti: payload.jti,
        user_id: userId,
        token_version,
        created_at: now.toISOString(),
        expires_at: new Date(payload.exp * 1000).toISOString(),
      };
      return { row, person: { userId, isAdmin: role === 'admin', token } };
    });
    await insertRows(open, 'sessions', sessions.length, (n) => sessions[n - 1]?.row ?? {});
    return sessions.map(({ person }) => person);
  });
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
export async function fillMessages(
  database: OpenDatabase,
  people: readonly Pick<ChatPerson, 'userId' | 'isAdmin'>[],
  count: number,
): Promise<void> {
  const admins = people.filter(({ isAdmin }) => isAdmin).map(({ userId }) => userId);
  const employees = people.filter(({ isAdmin }) => !isAdmin).map(({ userId }) => userId);
  const pairs = admins.flatMap((low) => employees.map((high) => ({ low_id: low, high_id: high })));
  await insertRows(database, 'conversations', pairs.length, (n) => pairs[n - 1] ?? {});
  const start = Date.now() - (count + 1) * 60_000;
  const messageOf = (id: number) => {
    const low_id = admins[id % admins.length] ?? 0;
    const high_id = employees[Math.floor(id / admins.length) % employees.length] ?? 0;
    const isFromLow = Math.floor(id / 7) % 2 === 0;
    const sent_at = new Date(start + id * 60_000).toISOString();
    return {
      id,
      low_id,
      high_id,
      sender_id: isFromLow ? low_id : high_id,
      receiver_id: isFromLow ? high_id : low_id,
      content: textOf(id),
      sent_at,
      client_id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      read_at: id > count * 0.99 ? null : sent_at,
    };
  };
  await insertRows(database, 'messages', count, (n) => {
    const { id: _, ...message } = messageOf(n);
    return message;
  });
  await withoutWordIndex(database, async () => {
    for (let from = 1; from <= count; from += batchSize) {
      const size = Math.min(batchSize, count - from + 1);
      const messages = Array.from({ length: size }, (_, index) => messageOf(from + index));
      const found = messages.map(({ id, content, low_id, high_id }) => ({
        ...{ id, text: content, people: [low_id, high_id] },
      }));
      await addTerms(database.db, found);
    }
  });
  await execute(database, [
    `update conversations set last_message_id = (select max(id) from messages m
      where m.low_id = conversations.low_id and m.high_id = conversations.high_id)`,
    `insert into answers (user_id, message_id)
      select high_id, max(id) from messages where sender_id = low_id group by high_id`,
  ]);
  await analyze(database);
}
