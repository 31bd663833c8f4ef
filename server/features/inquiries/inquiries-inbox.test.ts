import { beforeEach, expect, test } from 'vitest';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf } from '#tests/harness/documents.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';

onBothWhenFull('the inbox', (engine) => {
  const opened = Date.now();
  let clock = new Date(opened);
  const server = suiteApp(engine, { now: () => clock });
  beforeEach(() => server.ctx.db.deleteFrom('inquiries').execute());

  const send = async (payload: object = smallInquiry): Promise<string> =>
    (await server.app.inject({ method: 'POST', url: '/api/inquiry', payload })).json().reference;
  const list = (query = '', headers: Record<string, string> = server.admin.headers) =>
    server.app.inject({ url: `/api/inquiries${query}`, headers });
  const update = (id: number, payload: object, headers = server.admin.headers) =>
    server.app.inject({ method: 'PUT', url: `/api/inquiries/${id}`, headers, payload });
  const only = async () => (await list()).json()[0];
  const audits = async (id: number) =>
    (await documentsOf(() => server).audits('inquiry', id)).slice(1);

  test('lists newest first', async () => {
    const references: string[] = [];
    // Two share each instant, so the id decides the order.
    for (let n = 0; n < 7; n += 1) {
      clock = new Date(opened + 60_000 * (1 + Math.floor(n / 2)));
      references.unshift(await send());
    }
    const rows: { reference: string }[] = (await list()).json();
    expect(rows.map(({ reference }) => reference)).toEqual(references);
  });

  test('changes only the keys that are sent, and audits each change', async () => {
    await send();
    const { id } = await only();
    const response = await update(id, { status: 'contacted' });
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Inquiry updated.' }]);
    expect(await only()).toMatchObject({ status: 'contacted', note: '', version: 2 });
    await update(id, { note: 'Called.\r\nWants nine a week.', version: 2 });
    expect(await only()).toMatchObject({
      status: 'contacted',
      note: 'Called.\nWants nine a week.',
      version: 3,
    });
    await update(id, { note: '', status: 'lost' });
    expect(await only()).toMatchObject({ status: 'lost', note: '', version: 4 });

    const lines = await audits(id);
    expect(lines.map(({ detail }) => detail)).toEqual([
      { before: 'new', after: 'contacted' },
      { noteChanged: true },
      { before: 'contacted', after: 'lost', noteChanged: true },
    ]);
    expect(lines.every((line) => line.user_id === server.admin.userId)).toBe(true);
    expect(JSON.stringify(lines)).not.toContain('Wants nine');
  });

  test('keeps every note with its author and time', async () => {
    await send();
    const { id } = await only();
    const second = await server.person('Berta', 'admin');
    const notes = async () =>
      (await only()).notes.map(({ author, text }: { author: string; text: string }) => [
        author,
        text,
      ]);
    clock = new Date(opened + 3_600_000);
    await update(id, { note: 'Called, nobody there', version: 1 });
    // From a page loaded before the first note.
    await update(id, { note: 'Wants nine a week' }, second.headers);
    for (const repeated of [1, 2]) {
      await update(id, { note: 'Wants nine a week' }, repeated === 1 ? second.headers : undefined);
    }
    const thread = [
      ['anna', 'Called, nobody there'],
      ['Berta', 'Wants nine a week'],
    ];
    expect(await notes()).toEqual(thread);
    expect(await only()).toMatchObject({ note: 'Wants nine a week', version: 3 });
    expect((await only()).notes[0]).toEqual({
      id: expect.any(Number),
      kind: 'note',
      author: 'anna',
      text: 'Called, nobody there',
      created_at: clock.toISOString(),
    });

    // A blank note clears the latest one and keeps the thread.
    await update(id, { note: '' });
    expect([(await only()).note, await notes()]).toEqual(['', thread]);
    await Promise.all(Array.from({ length: 8 }, (_, n) => update(id, { note: `note ${n}` })));
    expect(await notes()).toHaveLength(10);
  });

  test('returns 409 with the current inquiry when the version is stale', async () => {
    await send();
    const { id } = await only();
    await update(id, { status: 'quoted', version: 1 });
    const stale = await update(id, { status: 'won', note: 'mine', version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toEqual(await only());
    expect(stale.json().error).toMatch(/^Someone else changed this/);
    expect(await only()).toMatchObject({ status: 'quoted', note: '', version: 2 });
    expect(await audits(id)).toHaveLength(1);
  });
});
