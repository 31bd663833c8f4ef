import { beforeEach, expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { applicationOf, applied, listApplications } from '#tests/records/hiring.ts';
import { auditsOf, changeRows, read, rowsOf } from '#tests/records/stored.ts';
import { mailsOf } from '#tests/records/traces.ts';

onBothWhenFull('stages of applications', (engine) => {
  const opened = Date.now();
  let clock = new Date(opened);
  const t = suiteApp(engine, { now: () => clock });
  const wait = (minutes: number) => {
    clock = new Date(clock.getTime() + minutes * 60_000);
  };
  beforeEach(async () => {
    clock = new Date(opened);
    await t.ctx.db.deleteFrom('applications').execute();
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const apply = async (values = {}): Promise<number> =>
    (await applied(t, { email: 'anna@example.com', ...values })).id;
  const move = (id: number, body: object) =>
    send(t, 'PUT', `/api/application/${id}`, t.admin, body);
  const shown = (id: number) => applicationOf(t, id);
  /** The waiting mails about stages. */
  const mails = async () =>
    (await rowsOf(t, 'outbox', { sent_at: null })).filter(({ link }) => link?.endsWith('#stage'));

  test('a new one is new; only the keys that are sent change, and each change is audited', async () => {
    const id = await apply();
    expect(await shown(id)).toMatchObject({
      ...{ stage: 'new', staged_at: null, version: 1, notes: [], events: [] },
      ...{ hired_user_id: null, other_applications: [] },
    });
    const moved = await move(id, { stage: 'reviewed', version: 1 });
    expect([moved.statusCode, moved.json()]).toEqual([
      200,
      { message: 'Application updated.', mail_left: 0 },
    ]);
    // Who moves it has read it.
    expect(await shown(id)).toMatchObject({
      ...{ stage: 'reviewed', staged_at: clock.toISOString(), version: 2 },
      opened_at: clock.toISOString(),
    });
    await move(id, { note: "Called.\r\nDidn't answer." });
    await move(id, { note: "Called.\r\nDidn't answer." });
    await move(id, { note: ' ' });
    const { notes, events, version } = await shown(id);
    expect(notes).toEqual([
      {
        ...{ id: expect.any(Number), author: 'anna', text: "Called.\nDidn't answer." },
        created_at: clock.toISOString(),
      },
    ]);
    expect(events.map(({ kind, author }) => [kind, author])).toEqual([['reviewed', 'anna']]);
    expect(version).toBe(3);
    const lines = await auditsOf(t, 'application', id);
    expect(lines.slice(1).map(({ action, detail }) => [action, detail])).toEqual([
      ['application.update', { before: 'new', after: 'reviewed' }],
      ['application.update', { noteAdded: true }],
    ]);
    expect(JSON.stringify(lines)).not.toContain('answer');
  });

  test('a mail leaves after 5 minutes, and not at all when the stage changes again before', async () => {
    const id = await apply({ email: "o'hara@example.com" });
    await move(id, { stage: 'interview', notify: true });
    const at = new Date(clock.getTime() + 5 * 60_000).toISOString();
    const [mail] = await mails();
    expect(mail).toMatchObject({
      ...{ recipient: "o'hara@example.com", subject: 'We would like to talk with you' },
      // The status link is a secret.
      ...{ next_try_at: at, has_secret: 1, body_text: '', user_id: null },
    });
    // A retry, and the same stage once more, mail nothing twice.
    await move(id, { stage: 'interview', notify: true });
    expect(await mails()).toHaveLength(1);
    wait(4);
    expect((await move(id, { stage: 'reviewed' })).json().mail_left).toBe(0);
    expect(await mails()).toEqual([]);
    expect((await shown(id)).events.map(({ kind }) => kind)).toEqual([
      ...['interview', 'mail', 'mail_stopped', 'reviewed'],
    ]);
    await move(id, { stage: 'declined', notify: 1, reason: 'The CDL is of class B.' });
    expect((await shown(id)).events.at(-2)).toMatchObject({
      ...{ kind: 'declined', text: 'The CDL is of class B.' },
    });
    // Sent: the next stage leaves it alone.
    const outbox = t.ctx.db.updateTable('outbox').set({ sent_at: at });
    await outbox.where('link', 'like', '%#stage').execute();
    expect((await move(id, { stage: 'offer' })).json().mail_left).toBe(1);
    expect((await shown(id)).events.at(-1)).toMatchObject({ kind: 'offer' });
    expect(await rowsOf(t, 'outbox', { sent_at: at })).toHaveLength(1);
  });

  test('a move makes the status link last 90 days more', async () => {
    const id = await apply();
    wait(60);
    await move(id, { stage: 'reviewed' });
    const expires_at = new Date(clock.getTime() + 90 * 86_400_000).toISOString();
    expect(await rowsOf(t, 'status_links', { application_id: id })).toMatchObject([{ expires_at }]);
  });

  test('an office that forgot to mail can do it later, once; new ones have no mail', async () => {
    const id = await apply();
    const refused = await move(id, { notify: 1, note: 'Called.' });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { notify: 'The current stage has no email. Send the stage that the email is about.' },
    ]);
    expect(await shown(id)).toMatchObject({ version: 1, notes: [] });
    const unsent = (await move(id, { stage: 'new', notify: 1 })).json().message;
    expect(unsent).toBe("This stage has no email; the applicant isn't told.");
    expect(await mails()).toEqual([]);
    await move(id, { stage: 'offer' });
    expect((await move(id, { notify: 1 })).json().message).toBe('Application updated.');
    const again = await move(id, { notify: 1 });
    expect(again.json().message).toBe('The applicant was already emailed about this stage.');
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'We would like you to work with us',
    ]);
  });

  test('the preview of a mail is the mail, in the language of the applicant', async () => {
    const id = await apply();
    await changeRows(t, 'applications', { id }, { language: 'es' });
    const preview = (stage: string) => read(t, `/api/application/${id}/stage-mail?stage=${stage}`);
    expect(await preview('new')).toEqual({ mail: null });
    const { mail } = await preview('declined');
    expect(mail).toMatchObject({ to: 'anna@example.com', language: 'es' });
    await move(id, { stage: 'declined', notify: 1, reason: 'Clase B.' });
    const sent = (await mailsOf(t, mail.to)).find(({ subject }) => subject === mail.subject);
    const shownText = `${mail.before}\n\nClase B.\n\n${mail.after}\n`;
    expect(sent?.text.replace(/(http.*\/)\S+/, '$1...')).toBe(shownText);
  });

  test('a deleted or erased application takes its waiting mail along', async () => {
    const deleted = await apply();
    const erased = await apply({ email: 'else@example.com', phone: '12' });
    const other = await apply({ email: 'other@example.com', first_name: 'Olga' });
    for (const id of [deleted, erased, other]) await move(id, { stage: 'offer', notify: 1 });
    expect(await mails()).toHaveLength(3);
    await send(t, 'DELETE', `/api/application/${deleted}`, t.admin);
    const url = `/api/application/${erased}/applicant`;
    await send(t, 'DELETE', url, t.admin);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['other@example.com']);
    expect(await rowsOf(t, 'application_notes')).toMatchObject([
      { kind: 'offer' },
      { kind: 'mail' },
    ]);
  });

  test('names older and newer ones that are perhaps the same person, by email or by phone and name', async () => {
    const base = { first_name: 'Zoë', last_name: "O'Brien", email: 'a@example.com' };
    const first = await apply({ ...base, phone: '(815) 555-0164' });
    const second = await apply({ ...base, email: 'b@example.com', phone: '+1 815.555.0164' });
    const third = await apply({
      ...{ first_name: 'Zoe', last_name: 'O’brien', email: 'B@example.com', phone: '8155550164' },
    });
    // The phone of a household, an extension, and somebody else's name alone.
    const family = await apply({ ...base, first_name: 'Max', email: 'm@example.com' });
    const sameName = await apply({ ...base, email: 'n@example.com', phone: '12' });
    const short = await apply({ ...base, email: 'o@example.com', phone: '12' });
    await changeRows(t, 'applications', { id: first }, { stage: 'hired' });
    const rows = await listApplications(t);
    const others = new Map(rows.map(({ id, other_applications }) => [id, other_applications]));
    expect([...others].map(([id, found]) => [id, found.map((one) => one.id)])).toEqual([
      [short, []],
      [sameName, []],
      [family, []],
      [third, [first, second]],
      [second, [first, third]],
      [first, [third, second]],
    ]);
    const hired = { id: first, created_at: clock.toISOString(), position: null, stage: 'hired' };
    expect(others.get(second)?.[0]).toEqual({ ...hired, by_link: 0 });
    // On another page of the list than the others.
    const page = await send(t, 'GET', '/api/applications?limit=1', t.admin);
    const next = await listApplications(t, `?limit=3&before=${page.headers['x-next-before']}`);
    expect(next.at(-1)?.other_applications.map(({ id }) => id)).toEqual([first, second]);
  });

  test('names at most ten others, the hired one also when it is the oldest', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await apply());
    await changeRows(t, 'applications', { id: ids[0] ?? 0 }, { stage: 'hired' });
    const { other_applications } = await shown(ids.at(-1) ?? 0);
    const newest = ids.slice(2, 11).reverse();
    expect(other_applications.map(({ id }) => id)).toEqual([ids[0], ...newest]);
  });
});
