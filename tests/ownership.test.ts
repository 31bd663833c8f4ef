/** File access: every class of stored file, caller and presign call. */
import { beforeAll, expect, test } from 'vitest';
import { files as filesMessages } from '#contract/messages/files.ts';
import type { FileClass } from '#server/features/files/files-rules.ts';
import { send } from './fixtures/requests.ts';
import { suiteApp, type TestPerson } from './harness/app.ts';
import { onBothWhenFull } from './harness/databases.ts';
import { pdfOf } from './harness/multipart.ts';
import { documentClasses, ownedFilesOf, presignCalls } from './harness/owned-files.ts';
import { signedInAgain } from './records/accounts.ts';
import { jsonOf } from './records/stored.ts';

const callers = [
  'owner',
  'other employee',
  'admin',
  'admin written to',
  'demoted admin',
  'closed account',
  'anonymous',
] as const;
type Caller = (typeof callers)[number];
type Class = FileClass | 'Spanish version' | 'unpublished settlement' | 'picture variant';

const admins: readonly Caller[] = ['admin', 'admin written to'];
const signedIn: readonly Caller[] = ['owner', 'other employee', 'demoted admin', ...admins];
/** Who may read a class; the type requires an entry for each. */
const readers: Record<Class, readonly Caller[]> = {
  resumes: admins,
  training: ['owner', ...admins],
  'Spanish version': ['owner', ...admins],
  settlements: ['owner', ...admins],
  reports: ['owner', ...admins],
  'employee-files': ['owner', ...admins],
  submissions: ['owner', ...admins],
  questions: ['owner', ...admins],
  claims: ['owner', ...admins],
  'driver-file': ['owner', ...admins],
  messages: ['owner', 'admin written to'],
  'unpublished settlement': admins,
  products: signedIn,
  posts: signedIn,
  'picture variant': signedIn,
};
const pictures: readonly Class[] = ['claims', 'products', 'posts', 'picture variant'];
const classes = Object.keys(readers) as Class[];
const classesOfAdmins = classes.filter(
  (of) => readers[of].includes('admin') && !readers[of].includes('demoted admin'),
);

/** The status for a caller without access. */
const httpErrors: Record<Caller, number> = {
  owner: 404,
  'other employee': 404,
  admin: 404,
  'admin written to': 404,
  'demoted admin': 404,
  'closed account': 401,
  anonymous: 401,
};

onBothWhenFull('ownership (SEC2)', (engine) => {
  const t = suiteApp(engine);
  const people = {} as Record<Exclude<Caller, 'anonymous'>, TestPerson>;
  const keys = {} as Record<Class, string>;
  /** Links of the demoted admin, signed before the demotion. */
  const before = {} as Record<Class, string>;
  const files = ownedFilesOf(() => t);
  const who = (caller: Caller) => (caller === 'anonymous' ? null : people[caller]);

  const statusOf = async (url: string) => (await t.app.inject({ url })).statusCode;

  async function edit(person: TestPerson, method: 'PUT' | 'DELETE', payload?: object) {
    const url = `/api/users/${person.userId}`;
    await jsonOf(send(t, method, url, t.admin, payload));
  }

  beforeAll(async () => {
    people.owner = t.employee;
    people.admin = t.admin;
    people['admin written to'] = await t.person('wanda', 'admin');
    people['other employee'] = await t.person('otto', 'employee');
    people['closed account'] = await t.person('clara', 'employee');
    people['demoted admin'] = await t.person('dora', 'admin');
    // The closed account was an owner, too.
    const owners = [people.owner, people['closed account']];
    const assigned = await files.give('employee-files', owners);
    // Upload a real picture, so that it has variants.
    const post = await files.post();
    Object.assign(keys, {
      resumes: await files.resume(),
      training: await files.keyOf(await files.give('training', owners)),
      'Spanish version': await files.spanish(owners),
      settlements: await files.keyOf(await files.give('settlements', owners)),
      reports: await files.keyOf(await files.give('reports', owners)),
      'employee-files': await files.keyOf(assigned),
      submissions: await files.returnFile(assigned, people.owner),
      questions: await files.ask(await files.give('settlements', owners), people.owner),
      claims: await files.claimPhoto(people.owner),
      'driver-file': await files.license(people.owner),
      messages: await files.write(people.owner, people['admin written to']),
      'unpublished settlement': await files.waiting(people.owner),
      products: await files.product(),
      'picture variant': await files.formOf(post),
      posts: post,
    } satisfies Record<Class, string>);
    for (const of of classesOfAdmins) {
      before[of] = await files.link(keys[of], people['demoted admin']);
    }
    await edit(people['demoted admin'], 'PUT', { user_role: 'employee' });
    people['demoted admin'] = await signedInAgain(t, people['demoted admin']);
    await edit(people['closed account'], 'DELETE');
  });

  test.each(classes)('%s: each caller gets a link or a refusal from each call', async (of) => {
    for (const caller of callers) {
      const status = readers[of].includes(caller) ? 200 : httpErrors[caller];
      for (const call of presignCalls) {
        const response = await files.presign(keys[of], who(caller), call);
        expect(response.statusCode, `${caller} ${call[0]} ${response.body}`).toBe(status);
        if (status === 404)
          expect(response.json()).toEqual({ code: 'not_found', error: filesMessages.notFound });
        if (status !== 200) continue;
        const { url } = response.json();
        expect(url).toMatch(`/files/${keys[of]}?user=${who(caller)?.userId}&`);
        const opened = await t.app.inject({ url });
        expect(opened.statusCode).toBe(200);
        const start = opened.rawPayload.subarray(0, 12).toString('latin1');
        expect(start).toMatch(pictures.includes(of) ? /WEBP|ftyp/ : /^(?:%PDF-|\xff\xd8)/);
      }
    }
  });

  test.each(classes)('%s: a link is valid for its object, user and lifetime only', async (of) => {
    for (const caller of readers[of]) {
      const reader = who(caller);
      if (!reader) throw new Error('anonymous has links');
      const url = new URL(await files.link(keys[of], reader), 'http://x');
      const forged = (changes: Record<string, string>, key = keys[of]) => {
        const query = new URLSearchParams({
          ...Object.fromEntries(url.searchParams),
          ...changes,
        });
        return statusOf(`/files/${key}?${query}`);
      };
      for (const other of Object.values(people)) {
        if (other.userId === reader.userId) continue;
        expect(await forged({ user: String(other.userId) })).toBe(403);
      }
      for (const key of Object.values(keys)) {
        if (key !== keys[of]) expect(await forged({}, key)).toBe(403);
      }
      const later = Number(url.searchParams.get('expires')) + 1;
      expect(await forged({ expires: String(later) })).toBe(403);
      expect(await statusOf(url.pathname)).toBe(403);
    }
  });

  test.each(classesOfAdmins)("%s: an admin's link ends with the role", async (of) => {
    expect(await statusOf(before[of])).toBe(404);
  });

  test.each(documentClasses)(
    '%s: follows unassignment, reassignment, replacement and deletion',
    async (kind) => {
      const { owner, admin } = people;
      const other = people['other employee'];
      const fileId = await files.give(kind, [owner]);
      const key = await files.keyOf(fileId);
      const sent = kind === 'employee-files' ? await files.returnFile(fileId, owner) : null;
      const link = await files.link(key, owner);
      const sentLink = sent && (await files.link(sent, owner));
      const signed = async (of: string, by: TestPerson) => {
        const responses = await Promise.all(
          presignCalls.map((call) => files.presign(of, by, call)),
        );
        const statuses = new Set(responses.map(({ statusCode }) => statusCode));
        expect(statuses.size).toBe(1);
        return [...statuses][0];
      };
      /** The owner can still read their submission after the file is reassigned. */
      const expectSent = async (status: number) => {
        if (!sent || !sentLink) return;
        expect([await signed(sent, owner), await statusOf(sentLink)]).toEqual([status, status]);
        expect(await signed(sent, other)).toBe(404);
      };
      expect([await signed(key, owner), await statusOf(link)]).toEqual([200, 200]);

      await files.change(kind, fileId, [other]);
      expect([await signed(key, owner), await statusOf(link)]).toEqual([404, 404]);
      expect([await signed(key, other), await signed(key, admin)]).toEqual([200, 200]);
      await expectSent(200);

      await files.change(kind, fileId, [owner]);
      expect([await signed(key, owner), await statusOf(link)]).toEqual([200, 200]);
      expect(await signed(key, other)).toBe(404);
      await expectSent(200);

      const adminLink = await files.link(key, admin);
      await files.change(kind, fileId, [owner], pdfOf(`another ${kind}`));
      const present = await files.keyOf(fileId);
      expect(present).not.toBe(key);
      expect([await signed(key, owner), await signed(key, admin)]).toEqual([404, 404]);
      expect([await statusOf(link), await statusOf(adminLink)]).toEqual([404, 404]);
      expect([await signed(present, owner), await signed(present, other)]).toEqual([200, 404]);
      await expectSent(200);

      const last = [await files.link(present, owner), await files.link(present, admin)];
      await files.remove(kind, fileId);
      expect([await signed(present, owner), await signed(present, admin)]).toEqual([404, 404]);
      for (const url of last) expect(await statusOf(url)).toBe(404);
      await expectSent(404);
    },
  );

  test("a message's file stays readable to its two people only, even after account changes", async () => {
    const [driver, boss] = [await t.person('dan', 'employee'), await t.person('mona', 'admin')];
    const [sent, got] = [await files.write(driver, boss), await files.write(boss, driver)];
    await edit(boss, 'PUT', { user_role: 'employee' });
    const demoted = await signedInAgain(t, boss);
    for (const key of [sent, got]) {
      expect((await files.presign(key, demoted)).statusCode).toBe(200);
    }
    const link = await files.link(sent, demoted);
    await edit(boss, 'DELETE');
    expect(await statusOf(link)).toBe(404);
    for (const key of [sent, got]) {
      expect(await statusOf(await files.link(key, driver))).toBe(200);
      expect((await files.presign(key, t.admin)).statusCode).toBe(404);
    }
  });

  test('a link ends with its account, and a new admin can open the files of admins', async () => {
    const leaving = await t.person('lena', 'employee');
    const boss = await t.person('ben', 'admin');
    const promoted = await t.person('rita', 'employee');
    const key = await files.keyOf(await files.give('reports', [leaving, promoted]));
    const [left, kept] = [await files.link(key, leaving), await files.link(key, promoted)];
    const adminLinks = await Promise.all(classesOfAdmins.map((of) => files.link(keys[of], boss)));
    await edit(leaving, 'DELETE');
    await edit(boss, 'DELETE');
    for (const url of [left, ...adminLinks]) expect(await statusOf(url)).toBe(404);
    await edit(promoted, 'PUT', { user_role: 'admin' });
    expect(await statusOf(kept)).toBe(403);
    const signedInAdmin = await signedInAgain(t, promoted);
    for (const of of classes) {
      const status = readers[of].includes('admin') ? 200 : 404;
      expect((await files.presign(keys[of], signedInAdmin)).statusCode, of).toBe(status);
    }
  });
});
