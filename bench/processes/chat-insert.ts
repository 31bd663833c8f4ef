/** Messages a second that SQLite commits durably, one after the other, and nothing around them. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { onTask } from './task.ts';

export interface ChatInsertTask {
  file: string;
  content: string;
  seconds: number;
}

onTask<ChatInsertTask>(async ({ file, content, seconds }) => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table bare (id integer primary key, sender_id integer, receiver_id integer, content text,
      sent_at text, client_id text, unique (sender_id, client_id))`);
  const insert = database.prepare(
    'insert into bare (sender_id, receiver_id, content, sent_at, client_id) values (?, ?, ?, ?, ?)',
  );
  const from = performance.now();
  let rows = 0;
  while (performance.now() < from + seconds * 1000) {
    insert.run(2 + (rows % 50), 1, content, new Date().toISOString(), randomUUID());
    rows += 1;
  }
  return rows / ((performance.now() - from) / 1000);
});
