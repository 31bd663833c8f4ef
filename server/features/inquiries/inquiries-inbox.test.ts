import { beforeEach, expect, test } from 'vitest';
import type { Inquiry } from '#contract/inquiries.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { auditsOf, read } from '#tests/records/stored.ts';

onBothWhenFull('the inbox', (engine) => {
  const opened = Date.parse('2026-06-01T14:00:00.000Z');
  let clock = new Date(opened);
  const t = suiteApp(engine, { now: () => clock });
  beforeEach(() => t.ctx.db.deleteFrom('inquiries').execute());

  const ask = async (): Promise<string> =>
    (await send(t, 'POST', '/api/inquiry', null, smallInquiry)).json().reference;
  const list = (): Promise<Inquiry[]> => read(t, '/api/inquiries');
  const only = async () => (await list())[0] as Inquiry;
  const added = async () => {
    await ask();
    return (await only()).id;
  };
  const update = (id: number, body: object, by = t.admin) =>
    send(t, 'PUT', `/api/inquiries/${id}`, by, body);
  const audits = async (id: number) => (await auditsOf(t, 'inquiry', id)).slice(1);

  test('lists newest first', async () => {
    const references: string[] = [];
    // Two share each instant, so the id decides the order.
    for (let n = 0; n < 7; n += 1) {
      clock = new Date(opened + 60_000 * (1 + Math.floor(n / 2)));
      references.unshift(await ask());
    }
    expect((await list()).map(({ reference }) => reference)).toEqual(references);
  });

  test('changes only the keys that are sent, and audits each change', async () => {
    const id = await added();
    const response = await update(id, { status: 'contacted' });
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Inquiry updated.' }]);
    expect(await only()).toMatchObject({ status: 'contacted', note: '', version: 2 });
    await update(id, { note: 'Called.\r\nWants nine a week.', version: 2 });
    const note = 'Called.\nWants nine a week.';
    expect(await only()).toMatchObject({ status: 'contacted', note, version: 3 });
    await update(id, { note: '', status: 'lost' });
    expect(await only()).toMatchObject({ status: 'lost', note: '', version: 4 });

    const lines = await audits(id);
    expect(lines.map(({ detail }) => detail)).toEqual([
      { before: 'new', after: 'contacted' },
      { noteChanged: true },
      { before: 'contacted', after: 'lost', noteChanged: true },
    ]);
    for (const { user_id } of lines) expect(user_id).toBe(t.admin.userId);
    expect(JSON.stringify(lines)).not.toContain('Wants nine');
  });

  test('keeps every note with its author and time', async () => {
    const id = await added();
    const second = await t.person('Berta', 'admin');
    const notes = async () => (await only()).notes.map(({ author, text }) => [author, text]);
    clock = new Date(opened + 3_600_000);
    await update(id, { note: 'Called, nobody there', version: 1 });
    // From a page loaded before the first note.
    for (const by of [second, second, t.admin]) {
      await update(id, { note: 'Wants nine a week' }, by);
    }
    const thread = [
      ['anna', 'Called, nobody there'],
      ['Berta', 'Wants nine a week'],
    ];
    expect(await notes()).toEqual(thread);
    expect(await only()).toMatchObject({ note: 'Wants nine a week', version: 3 });
    expect((await only()).notes[0]).toEqual({
      ...{ id: expect.any(Number), kind: 'note', author: 'anna', text: 'Called, nobody there' },
      created_at: clock.toISOString(),
    });

    // A blank note clears the latest one and keeps the thread.
    await update(id, { note: '' });
    expect([(await only()).note, await notes()]).toEqual(['', thread]);
    await Promise.all(Array.from({ length: 8 }, (_, n) => update(id, { note: `note ${n}` })));
    expect(await notes()).toHaveLength(10);
  });

  test('returns 409 with the current inquiry when the version is stale', async () => {
    const id = await added();
    await update(id, { status: 'quoted', version: 1 });
    const stale = await update(id, { status: 'won', note: 'mine', version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toEqual(await only());
    expect(stale.json().error).toMatch(/^Someone else changed this/);
    expect(await only()).toMatchObject({ status: 'quoted', note: '', version: 2 });
    expect(await audits(id)).toHaveLength(1);
  });
});
