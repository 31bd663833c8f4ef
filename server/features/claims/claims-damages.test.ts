import { expect, test } from 'vitest';
import { damages as damageMessages } from '#contract/messages/damages.ts';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import type { TestPerson } from '#tests/harness/app.ts';
import { claimsOffice } from '#tests/harness/claims.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { pictureOf } from '#tests/harness/file-samples.ts';
import { formBody } from '#tests/harness/multipart.ts';
import { rowsOf } from '#tests/records/stored.ts';
import { noticesOf as allNoticesOf } from '#tests/records/traces.ts';

const value = 'Driver,Date,Amount,Description\nEmil Novotny,2026-03-05,9000,Mirror broken.\n';
const changedDamages = formBody({}, { name: 'file', value, filename: 'damages.csv' });

onBothWhenFull('the damage of a claim', (engine) => {
  const office = claimsOffice(engine);
  const { t, emil, berta, get, claim, update, respond, report } = office;
  const { changeDamage, damageOf, noticesOf } = office;

  test.each([
    [{ damage_amount: 9000 }, 'damage_amount', '250.50', '9000.00', 'amount'],
    [{ damage_description: 'A' }, 'damage_description', 'Mirror broken.', 'A', 'description'],
  ])(
    'a change of the damage to %j is in the history, clears the response and notifies the driver',
    async (change, field, before, after, name) => {
      const id = await damageOf(emil);
      await update(id, {});
      await respond(id, emil, { response: 'acknowledged', note: 'Yes.' });
      const { version, changes } = await claim(id);
      expect(await noticesOf(emil, () => changeDamage(id, change))).toEqual([
        [
          `The office changed your claim for the damage on 03/05/2026: ${name}. Review it and respond again.`,
          `/claims?damage=${id}`,
        ],
      ]);
      const changed = await claim(id, emil);
      expect(changed).toMatchObject({
        ...{ driver_response: null, response_note: '', responded_at: null },
        version: version + 1,
      });
      const added = changed.changes.slice(changes.length);
      expect(added.map((one) => [one.field, one.before, one.after])).toEqual([
        [field, before, after],
        ['response', 'acknowledged', ''],
      ]);
      // Equal values change nothing.
      expect(await noticesOf(emil, () => changeDamage(id, change))).toEqual([]);
      expect(await claim(id, emil)).toEqual(changed);
    },
  );

  test.each([
    ['its claim', (id: number) => update(id, { damage_amount: 9000 })],
    ['an import', () => send(t, 'POST', '/api/import/damages', t.admin, changedDamages)],
  ])('%s changes the amount like the office, once', async (_, change) => {
    const id = await damageOf(emil);
    await update(id, {});
    await respond(id, emil);
    const notices = await noticesOf(emil, async () => {
      const response = await change(id);
      expect(response.statusCode, response.body).toBeLessThan(300);
    });
    expect(notices).toHaveLength(1);
    const stored = await claim(id);
    expect(stored).toMatchObject({ damage_amount: 9000, driver_response: null });
    const fields = stored.changes.map(({ field }) => field);
    expect(fields).toEqual(['created', 'response', 'damage_amount', 'response']);
    const damages = (await send(t, 'GET', '/api/damages', t.admin)).json();
    expect(damages).toMatchObject([{ damage_amount: 9000, version: 2 }]);
  });

  test('a response to what the driver saw before a change is a conflict', async () => {
    const id = await damageOf(emil);
    await update(id, {});
    const seen = await claim(id, emil);
    await changeDamage(id, { damage_amount: 9000 });
    const late = await respond(id, emil, { response: 'acknowledged', version: seen.version });
    expect([late.statusCode, late.json().current]).toEqual([409, await claim(id, emil)]);
    const { version } = await claim(id, emil);
    expect((await respond(id, emil, { response: 'acknowledged', version })).statusCode).toBe(200);
    // A repeated call, whose reply was lost.
    expect((await respond(id, emil, { response: 'acknowledged', version })).statusCode).toBe(200);
  });

  test.each([true, false])(
    'a damage moves to another driver, who is notified, and away from the one before (claim: %s)',
    async (hasClaim) => {
      const id = hasClaim ? await report(emil) : await damageOf(emil);
      if (hasClaim) {
        await respond(id, emil, { response: 'acknowledged', note: 'My mistake.' });
        await update(id, { status: 'in_review' });
      }
      const linksOf = async (person: TestPerson) =>
        (await allNoticesOf(t, person, '?all=1'))
          .map(({ link }) => link)
          .filter((link) => link?.includes(`damage=${id}`));
      expect(await linksOf(emil)).toHaveLength(1);
      const employee_id = await employeeOf(t, berta.userId);
      await changeDamage(id, { employee_id });
      expect(await linksOf(emil)).toEqual([]);
      expect(await linksOf(berta)).toEqual([
        hasClaim ? `/claims?damage=${id}` : `/damages?damage=${id}`,
      ]);
      if (!hasClaim) return;
      // The office's notices stay.
      expect(await linksOf(t.admin)).not.toEqual([]);
      expect((await get(id, emil)).statusCode).toBe(404);
      const moved = await claim(id, berta);
      expect(moved).toMatchObject({ driver_response: null, response_note: '', responded_at: null });
      expect(moved.changes.slice(-2)).toMatchObject([
        { field: 'employee_id', before: 'Emil Novotny', after: 'Berta Ruiz' },
        { field: 'response', before: 'acknowledged', after: '' },
      ]);
    },
  );

  test('a damage stays while its claim is acknowledged by the driver or paid', async () => {
    const id = await damageOf(emil);
    await update(id, {});
    const remove = () => send(t, 'DELETE', `/api/damages/${id}`, t.admin);
    await respond(id, emil);
    expect(errorOf(await remove())).toEqual([409, damageMessages.acknowledged]);
    await respond(id, emil, { response: 'disputed' });
    await update(id, { status: 'paid' });
    expect(errorOf(await remove())).toEqual([409, damageMessages.paid]);
    await update(id, { status: 'acknowledged' });
    expect((await remove()).statusCode).toBe(200);
  });

  test('a deleted damage takes its claim, its photos and their bytes along', async () => {
    const id = await report(emil, {}, [await pictureOf('png'), await pictureOf('jpeg')]);
    const [photo] = (await claim(id)).photos;
    const removed = await send(t, 'DELETE', `/api/damages/${id}`, t.admin);
    expect(removed.statusCode).toBe(200);
    for (const table of ['claims', 'claim_photos', 'claim_changes'] as const) {
      expect(await rowsOf(t, table, { damage_id: id })).toEqual([]);
    }
    expect(await rowsOf(t, 'objects')).toEqual([]);
    await expect(t.ctx.storage.read(photo?.file_path ?? '')).rejects.toThrow();
    expect((await get(id, emil)).statusCode).toBe(404);
  });
});
