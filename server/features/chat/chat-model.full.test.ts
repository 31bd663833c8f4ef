import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import type { Conversation, Message, SendAck } from '#contract/chat.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { send } from '#tests/fixtures/requests.ts';
import type { TestPerson } from '#tests/harness/app.ts';
import { chatApp, sendMessage } from '#tests/harness/chats.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { drain, eventsOn } from '#tests/realtime/pages.ts';

/** Two admins, then two drivers. */
const admins = [0, 1];
const everyone = [0, 1, 2, 3];

interface Sent {
  id: number;
  from: number;
  to: number;
  content: string;
  clientId: string | null;
  isRead: boolean;
}

/** What the chat must have stored and delivered. */
interface Model {
  sent: Sent[];
  /** The ids of the messages that each person's open page has received, in order. */
  delivered: number[][];
}

interface Page {
  socket: Socket;
  received: Message[];
}

interface Real {
  people: TestPerson[];
  pages: Page[];
  /** The page's id of a message, the same for every repetition. */
  clientIds: Map<string, string>;
}

type Command = fc.AsyncCommand<Model, Real>;

const mayWrite = (from: number, to: number) =>
  from !== to && (admins.includes(from) || admins.includes(to));
const between = (one: number, other: number) => (message: Sent) =>
  (message.from === one && message.to === other) || (message.from === other && message.to === one);

function personAt<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`no person ${place}`);
  return found;
}

onBothDatabases('a model of two admins, two drivers and their pages', (engine) => {
  const chat = chatApp(engine);
  let drivers = 0;

  async function openPage(person: TestPerson): Promise<Page> {
    const socket = await chat.open(person);
    return { socket, received: eventsOn(socket, 'receive_message') as Message[] };
  }

  async function read<T>(real: Real, by: number, path: string): Promise<T> {
    const url = `/api/messages/${path}`;
    const response = await send(chat.t, 'GET', url, personAt(real.people, by));
    expect(response.statusCode, `${path}: ${response.body}`).toBe(200);
    return response.json();
  }

  /** Sends a message, perhaps again under the same id of the page, perhaps in another's name. */
  function sending(from: number, to: number, nth: number | null, asOther: boolean): Command {
    const content = `From ${from} to ${to}, ${nth ?? randomUUID()}`;
    return {
      check: () => true,
      toString: () => `send(${from}, ${to}, ${nth}${asOther ? ', as another' : ''})`,
      async run(model, real) {
        const name = `${from} ${to} ${nth}`;
        const clientId = nth === null ? null : (real.clientIds.get(name) ?? randomUUID());
        if (clientId) real.clientIds.set(name, clientId);
        const id = (place: number) => personAt(real.people, place).userId;
        const ack: SendAck = await sendMessage(personAt(real.pages, from).socket, {
          senderId: id(asOther ? (from + 1) % 4 : from),
          receiverId: id(to),
          content,
          clientId,
        });
        if (asOther || !mayWrite(from, to)) {
          expect(ack.success).toBe(false);
          return;
        }
        if (!ack.success) throw new Error(ack.error);
        const before = model.sent.find((one) => clientId !== null && one.clientId === clientId);
        expect(ack.message).toMatchObject({ senderId: id(from), receiverId: id(to), content });
        if (before) {
          expect(ack.message.id).toBe(before.id);
          return;
        }
        const ids = model.sent.filter(between(from, to)).map((one) => one.id);
        expect(ack.message.id).toBeGreaterThan(Math.max(0, ...ids));
        model.sent.push({ id: ack.message.id, from, to, content, clientId, isRead: false });
        personAt(model.delivered, to).push(ack.message.id);
      },
    };
  }

  /** Reads another's messages up to one of them, or all. */
  function reading(by: number, of: number, upTo: number | null): Command {
    return {
      check: () => true,
      toString: () => `read(${by}, ${of}, ${upTo})`,
      async run(model, real) {
        const own = model.sent.filter((one) => one.from === of && one.to === by);
        const last = upTo === null ? null : (own[upTo]?.id ?? null);
        const body = {
          senderId: personAt(real.people, of).userId,
          ...(last !== null && { upTo: last }),
        };
        const person = personAt(real.people, by);
        const response = await send(chat.t, 'POST', '/api/messages/mark-read', person, body);
        const isKnown = admins.includes(by) || admins.includes(of);
        expect(response.statusCode, response.body).toBe(isKnown ? 200 : 404);
        for (const one of own) if (last === null || one.id <= last) one.isRead = true;
      },
    };
  }

  /** The page loses its connection and opens another one. */
  function reconnecting(place: number): Command {
    return {
      check: () => true,
      toString: () => `reconnect(${place})`,
      async run(model, real) {
        await compareDelivered(model, real);
        personAt(real.pages, place).socket.disconnect();
        real.pages[place] = await openPage(personAt(real.people, place));
        model.delivered[place] = [];
      },
    };
  }

  /** Every open page got each message for its person once, in order. */
  async function compareDelivered(model: Model, real: Real): Promise<void> {
    await drain();
    for (const place of everyone) {
      const { received } = personAt(real.pages, place);
      expect(received.map((message) => message.id)).toEqual(model.delivered[place]);
    }
  }

  async function compareLists(model: Model, real: Real): Promise<void> {
    const idOf = (place: number) => personAt(real.people, place).userId;
    for (const by of everyone) {
      const unread = await read<{ senderId: number; unreadCount: number }[]>(real, by, 'unread');
      const conversations = await read<Conversation[]>(real, by, 'conversations');
      for (const other of everyone.filter((place) => mayWrite(by, place))) {
        const expected = model.sent.filter(between(by, other));
        const listed = await read<Message[]>(real, by, String(idOf(other)));
        expect(
          listed.map(({ id, content, readAt }) => [id, content, readAt !== undefined]),
        ).toEqual(expected.map(({ id, content, isRead }) => [id, content, isRead]));
        const count = expected.filter((one) => one.to === by && !one.isRead).length;
        const found = unread.find(({ senderId }) => senderId === idOf(other));
        expect(found?.unreadCount ?? 0).toBe(count);
        const row = conversations.find(({ userId }) => userId === idOf(other));
        expect(row?.lastMessage?.id).toBe(expected.at(-1)?.id);
        expect(row?.unreadCount ?? 0).toBe(count);
      }
    }
  }

  /** New people, so that no earlier sequence shows. */
  async function startReal(): Promise<Real> {
    const roles = everyone.map((place) => (admins.includes(place) ? 'admin' : 'employee'));
    const people: TestPerson[] = [];
    for (const role of roles) {
      drivers += 1;
      people.push(await chat.t.person(`chat ${drivers}`, role as 'admin' | 'employee'));
    }
    const pages = await Promise.all(people.map(openPage));
    return { people, pages, clientIds: new Map() };
  }

  test('agrees with what is stored, counted and delivered', { timeout: 3_600_000 }, async () => {
    const place = fc.nat({ max: 3 });
    const nth = fc.option(fc.nat({ max: 2 }));
    const isOther = fc.nat({ max: 9 }).map((number) => number === 0);
    const sends = fc.tuple(place, place, nth, isOther).map((drawn) => sending(...drawn));
    const reads = fc.tuple(place, place, nth).map((drawn) => reading(...drawn));
    const reconnects = place.map(reconnecting);
    const commands = fc.commands([sends, sends, sends, reads, reconnects], {
      maxCommands: 25,
      size: 'max',
    });
    const property = fc.asyncProperty(commands, async (sequence) => {
      const model: Model = { sent: [], delivered: everyone.map(() => []) };
      const real = await startReal();
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await compareDelivered(model, real);
      await compareLists(model, real);
      for (const { socket } of real.pages) socket.disconnect();
    });
    await fc.assert(property, rounds(15, 1000));
  });
});
