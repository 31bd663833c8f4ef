import { afterAll, expect, test } from 'vitest';
import { type CannedReply, filledReply } from '#contract/canned-replies.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { closePages, drain, eventsOn, listen, openPage } from '#tests/realtime/pages.ts';
import { jsonOf } from '#tests/records/stored.ts';

onBothWhenFull('canned replies', (engine) => {
  const t = suiteApp(engine);
  afterAll(closePages);

  test('are listed by title, changed and deleted, on open pages of admins', async () => {
    const url = await listen(t);
    const events = eventsOn(await openPage(url, t.admin), 'canned_replies');
    const ofDriver = eventsOn(await openPage(url, t.employee), 'canned_replies');
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', id = '', body?: object) =>
      send(t, method, `/api/canned-replies${id}`, t.admin, body);
    const list = async (): Promise<CannedReply[]> => (await call('GET')).json();

    await call('POST', '', { title: 'zip code', text: '60433' });
    const added = await jsonOf(call('POST', '', { title: 'Address', text: 'Hi {first name}' }));
    const id = `/${added.reply_id}`;
    expect((await list()).map(({ title }) => title)).toEqual(['Address', 'zip code']);

    await jsonOf(call('PUT', id, { text: 'Hello {first name}', version: 1 }));
    await jsonOf(call('DELETE', id));
    await drain();
    expect([events.length, ofDriver.length]).toEqual([4, 0]);
  });
});

test('a canned reply names its receiver', () => {
  const text = 'Hi {first name}, {First Name}! Load {number}';
  expect(filledReply(text, 'Jo$& Ann')).toBe('Hi Jo$& Ann, Jo$& Ann! Load {number}');
});
