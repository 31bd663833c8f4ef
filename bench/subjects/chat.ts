import { loadavg } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChatPerson, fillChatPeople, fillMessages, signInAll } from '../chat-company.ts';
import { ask, type Child, startChild } from '../child.ts';
import { type Company, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { seconds } from '../load.ts';
import { memoryMb, processorSeconds } from '../process-use.ts';
import type { ChatCrowdTask, ChatPace } from '../processes/chat-crowd.ts';
import type { ChatInsertTask } from '../processes/chat-insert.ts';
import type { ChatSendersTask, ChatSent } from '../processes/chat-senders.ts';
import { get } from '../raw.ts';

const senders = 50;
const isFull = process.env.TRUST === 'full';
const crowd = 1_000;
const connected = isFull ? 5_000 : crowd;
const stored = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const times = 60;
const content = 'Nine cars on, straps checked, leaving the port of Jacksonville now. Back at six.';

const echoFile = new URL('../processes/chat-echo.ts', import.meta.url);
const insertFile = new URL('../processes/chat-insert.ts', import.meta.url);
const sendersFile = new URL('../processes/chat-senders.ts', import.meta.url);
const crowdFile = new URL('../processes/chat-crowd.ts', import.meta.url);

const startEcho = () => startChild<string>(echoFile, null);

function say(words: string): void {
  console.log(`  ${words} (load ${loadavg()[0]?.toFixed(1)})`);
}

interface Rate {
  perSecond: number;
  perProcessorSecond: number | null;
}

async function rateOf(pid: number, task: ChatSendersTask): Promise<Rate> {
  let before: number | null = null;
  const sent = await ask<ChatSent>(sendersFile, task, () => {
    before = processorSeconds(pid);
  });
  const after = processorSeconds(pid);
  const processor = before === null || after === null ? null : after - before;
  return {
    perSecond: sent.messages / sent.seconds,
    perProcessorSecond: processor ? sent.messages / processor : null,
  };
}

/** Messages a second that are stored and answered, beside the two limits. */
async function measureRate({ url, pid, file }: Company, people: ChatPerson[]): Promise<Figure[]> {
  const tokens = people.filter(({ isAdmin }) => !isAdmin).map(({ token }) => token);
  const echo = await startEcho();
  const task = { receiverId: 2, content, seconds };
  const own: ChatSendersTask = { ...task, url, tokens: tokens.slice(0, senders) };
  const bare: ChatSendersTask = {
    ...task,
    url: echo.answer,
    tokens: own.tokens.map((_, index) => String(index + 10)),
  };
  const insert: ChatInsertTask = { file: `${file}.bare`, content, seconds };
  const [byEcho, inserts] = [await rateOf(echo.pid, bare), await ask<number>(insertFile, insert)];
  const ours = await rateOf(pid, own);
  await echo.stop();
  say(`${senders} senders: ${Math.round(ours.perSecond)}/s`);
  const what = `messages stored and answered, ${senders} senders`;
  const unit = '/s';
  const [mine, theirs] = [ours.perProcessorSecond, byEcho.perProcessorSecond];
  return [
    {
      what: `${what}, against the slower limit`,
      ours: ours.perSecond,
      limit: Math.min(byEcho.perSecond, inserts),
      unit,
      least: 0.5,
    },
    {
      what: `${what}, against a bare Socket.IO echo`,
      ours: ours.perSecond,
      limit: byEcho.perSecond,
      unit,
      ...(mine && theirs ? { byProcessor: mine / theirs } : {}),
    },
    { what: `${what}, against bare inserts`, ours: ours.perSecond, limit: inserts, unit },
  ];
}

interface Gathered {
  paces: ChatPace[];
  /** Kilobytes of the server's memory a connection. */
  memory: number;
}

async function gather(
  server: { url: string; pid: number },
  people: ChatCrowdTask['people'],
  rates: number[],
): Promise<Gathered> {
  await pause(1_000);
  const before = memoryMb(server.pid);
  let after = before;
  const task: ChatCrowdTask = { url: server.url, people, rates, content, seconds };
  const paces = await ask<ChatPace[]>(crowdFile, task, () => {
    after = memoryMb(server.pid);
  });
  return { paces, memory: ((after - before) * 1024) / people.length };
}

/** How long a message takes while a thousand people are connected, and what each of them costs. */
async function measureCrowd(company: Company, people: ChatPerson[]): Promise<Figure[]> {
  const rates = [200, 500];
  const own = people.slice(0, crowd);
  const ours = await gather(company, own, rates);
  const echo: Child<string> = await startEcho();
  const named = own.map((person) => ({ ...person, token: String(person.userId) }));
  const bare = await gather({ url: echo.answer, pid: echo.pid }, named, rates);
  await echo.stop();
  const figures = ours.paces.flatMap((pace, index): Figure[] => {
    const { rate, sent, lost, p50, p99 } = pace;
    const limit = bare.paces[index];
    say(`${rate}/s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${lost} of ${sent} lost`);
    const what = `from send to receive, ${crowd} connected, ${rate}/s`;
    const unit = 'ms';
    return [
      { what: `p50 ${what}, against a bare echo`, ours: p50, limit: limit?.p50 ?? 0, unit },
      { what: `p99 ${what}, against a bare echo`, ours: p99, limit: limit?.p99 ?? 0, unit },
      { what: `p99 ${what}`, ours: p99, limit: rate > 200 ? 250 : 100, unit, most: 1 },
      { what: `messages that came, ${rate}/s`, ours: sent - lost, limit: sent, unit: '', least: 1 },
    ];
  });
  const unit = 'kB';
  const what = (count: number) => `memory of a connected person, ${count}, against a bare echo`;
  figures.push({ what: what(crowd), ours: ours.memory, limit: bare.memory, unit });
  return figures;
}

/** What each of very many connected people costs. */
async function measureMemory(company: Company, people: ChatPerson[]): Promise<Figure[]> {
  const ours = await gather(company, people, []);
  const echo = await startEcho();
  const named = people.map((person) => ({ ...person, token: String(person.userId) }));
  const bare = await gather({ url: echo.answer, pid: echo.pid }, named, []);
  await echo.stop();
  const what = `memory of a connected person, ${people.length}, against a bare echo`;
  return [{ what, ours: ours.memory, limit: bare.memory, unit: 'kB' }];
}

async function measureRead(
  { url, pid }: Company,
  what: string,
  path: string,
  { token }: ChatPerson,
  limit = 15,
): Promise<Figure> {
  const spent: number[] = [];
  let before: number | null = null;
  for (let n = 0; n < 2 * times; n += 1) {
    // As many go before it unmeasured.
    if (n === times) before = processorSeconds(pid);
    const from = performance.now();
    const { status, body } = await get(`${url}${path}`, { authorization: `Bearer ${token}` });
    if (n >= times) spent.push(performance.now() - from);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
  }
  const after = processorSeconds(pid);
  const ours = spent.toSorted((one, other) => one - other)[Math.floor(times / 2)] ?? 0;
  say(`${what}: ${ours.toFixed(1)} ms`);
  const processor = before === null || after === null ? null : ((after - before) * 1000) / times;
  return {
    what: `${what} of ${stored.toLocaleString('en-US')} messages`,
    ours,
    limit,
    unit: 'ms',
    most: 1,
    ...(processor === null ? {} : { byProcessor: processor / limit }),
  };
}

/** What is read of very many stored messages. */
async function measureReads(company: Company, people: ChatPerson[]): Promise<Figure[]> {
  say('filling');
  fillMessages(company.file, people, stored);
  const admin = people.find(({ isAdmin }) => isAdmin);
  const driver = people.find(({ isAdmin }) => !isAdmin);
  if (!admin || !driver) throw new Error('nobody is there');
  const database = new DatabaseSync(company.file, { readOnly: true });
  const early = database
    .prepare('select min(id) as id from messages where low_id = ? and high_id = ?')
    .get(admin.userId, driver.userId);
  database.close();
  const readings: [what: string, path: string, by: ChatPerson, limit?: number][] = [
    ['the newest 50', `/api/messages/${driver.userId}?limit=50`, admin],
    ['50 after an id', `/api/messages/${driver.userId}?limit=50&after=${early?.id}`, admin],
    ['unread total, of an admin', '/api/messages/unread-total', admin],
    ['unread by sender, of an admin', '/api/messages/unread', admin],
    ['unread total, of a driver', '/api/messages/unread-total', driver],
    ['50 conversations of an admin', '/api/messages/conversations?limit=50', admin],
    // As the lists of all people.
    ['all conversations of an admin', '/api/messages/conversations', admin, 25],
    ['conversations of a driver', '/api/messages/conversations', driver],
    ['search for a common word, of an admin', '/api/messages/search?q=gate', admin],
    ['search for two words, of an admin', '/api/messages/search?q=gate%20scratch', admin],
    ['search for a rare word, of an admin', '/api/messages/search?q=500008', admin],
    ['search for a beginning, of an admin', '/api/messages/search?q=s', admin],
    ['search for nothing there, of an admin', '/api/messages/search?q=zebra', admin],
    ['search for a common word, of a driver', '/api/messages/search?q=gate', driver],
    ['search for nothing there, of a driver', '/api/messages/search?q=zebra', driver],
  ];
  const figures: Figure[] = [];
  for (const reading of readings) figures.push(await measureRead(company, ...reading));
  return figures;
}

const withPeople = (
  count: number,
  work: (company: Company, people: ChatPerson[]) => Promise<Figure[]>,
): Promise<Figure[]> =>
  withCompany(
    (file) => fillChatPeople(file, 10, count - 10),
    (company) => work(company, signInAll(company)),
  );

/** Messages stored and answered, their way to the receiver, what a connection costs, and reading from very many. */
export const chat: Subject = {
  name: 'chat',
  run: async () => [
    ...(await withPeople(crowd, measureRate)),
    ...(await withPeople(crowd, measureCrowd)),
    ...(connected > crowd ? await withPeople(connected, measureMemory) : []),
    ...(await withPeople(crowd, measureReads)),
  ],
};
