import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Written } from './chat-writing.ts';
import { MessageBatcher } from './message-batcher.ts';

/** Two nodes on one database. */
onBothDatabases('two message batchers', (engine) => {
  let t: TestApp;
  let people: TestPerson[];
  let nodes: MessageBatcher[];
  beforeAll(async () => {
    t = await startApp(engine);
    const admins = ['ada', 'amy', 'art'].map((name) => t.person(name, 'admin'));
    const drivers = ['dan', 'dee', 'don'].map((name) => t.person(name, 'employee'));
    people = await Promise.all([...admins, ...drivers]);
    nodes = [new MessageBatcher(t.ctx), new MessageBatcher(t.ctx)];
  });
  afterAll(() => t.close());

  const jtiOf = ({ token }: TestPerson): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;

  async function send(
    node: MessageBatcher | undefined,
    [from, to]: readonly [TestPerson, TestPerson],
    content: string,
    clientId: string | null = null,
  ): Promise<Written> {
    const draft = { senderId: from.userId, receiverId: to.userId, content, clientId };
    const result = await node?.send({ draft, jti: jtiOf(from), socketId: '' });
    if (!result || result instanceof HttpError) throw result;
    return result;
  }

  /** All pairs that may write to each other, in both directions. */
  const pairs = () =>
    people.flatMap((from, a) =>
      people.flatMap((to, b) => (a !== b && (a < 3 || b < 3) ? [[from, to] as const] : [])),
    );

  test('lock conversations in one order, so that none fails, and keep the order of each sender', async () => {
    const error = vi.spyOn(t.ctx.log, 'error');
    const transaction = vi.spyOn(t.ctx.db, 'transaction');
    const sent = [0, 1, 2, 3, 4, 5].flatMap((round) => {
      // The other node sends in the reverse order.
      const own = round % 2 ? pairs() : pairs().reverse();
      return own.map((pair) => send(nodes[round % 2], pair, `${round}`));
    });
    const written = await Promise.all(sent);
    expect(new Set(written.map(({ message }) => message.id)).size).toBe(written.length);
    expect(error).not.toHaveBeenCalled();
    // A batch that fails would be written one by one.
    expect(transaction.mock.calls.length).toBeLessThan(written.length / 3);
    for (const [from, to] of pairs()) {
      for (const node of [0, 1]) {
        const rows = await t.ctx.db
          .selectFrom('messages')
          .select('content')
          .where('sender_id', '=', from.userId)
          .where('receiver_id', '=', to.userId)
          .orderBy('id')
          .execute();
        const rounds = rows.map((row) => Number(row.content)).filter((n) => n % 2 === node);
        expect(rounds).toEqual([0, 2, 4].map((round) => round + node));
      }
    }
    const last = await t.ctx.db.selectFrom('conversations').selectAll().execute();
    for (const row of last) {
      const { id } = await t.ctx.db
        .selectFrom('messages')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('low_id', '=', row.low_id)
        .where('high_id', '=', row.high_id)
        .executeTakeFirstOrThrow();
      expect(row.last_message_id).toBe(id);
    }
    vi.restoreAllMocks();
  });

  test('store the same clientId once, also to different people', async () => {
    const [sender, ...others] = people as [TestPerson, ...TestPerson[]];
    const before = await t.ctx.db.selectFrom('messages').select('id').execute();
    const names = Array.from({ length: 20 }, () => randomUUID());
    const both = await Promise.all(
      nodes.map((node, index) =>
        Promise.all(
          names.map((name, at) => {
            const to = others[(at + (at % 2 ? index : 0)) % others.length] ?? sender;
            return send(node, [sender, to], name, name);
          }),
        ),
      ),
    );
    const [one = [], other = []] = both;
    expect(one.map(({ message }) => message)).toEqual(other.map(({ message }) => message));
    one.forEach((written, index) => {
      expect([written.isNew, other[index]?.isNew].filter(Boolean)).toHaveLength(1);
    });
    const after = await t.ctx.db.selectFrom('messages').select('id').execute();
    expect(after.length - before.length).toBe(names.length);
  });
});
