import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { replyOf } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { documentsOf, idsOf } from '#tests/harness/documents.ts';
import { formBody, multipartOf, pdfOf, textParts } from '#tests/harness/multipart.ts';

const notOpened = [
  409,
  { code: 'conflict', error: 'Open this file first, then confirm that you have read it.' },
];
const thanks = [200, { message: 'Thank you. The office can see that you have read this.' }];

onBothWhenFull('replaced and confirmed documents', (engine) => {
  const t = suiteApp(engine);
  let berta: TestPerson;
  const documents = documentsOf(() => t);
  const { open, notices, stored } = documents;
  beforeAll(async () => {
    berta = await t.person('berta', 'employee');
  });

  const one = (id: number, by?: TestPerson) => documents.one('training', id, by);
  const document = (people: TestPerson[], fields: object = {}) =>
    documents.document('training', { user_ids: idsOf(people), ...fields });
  const replace = (id: number, people: TestPerson[], bytes = pdfOf(randomUUID()), more = {}) =>
    documents.update('training', id, { user_ids: idsOf(people), ...more }, bytes);
  const confirm = async (id: number, by: TestPerson) =>
    replyOf(await documents.acknowledge(id, by));

  test('rejects a confirmation that was not requested, or from an unassigned user', async () => {
    const id = await document([t.employee]);
    await open((await one(id)).file_path, t.employee);
    const error = "The office didn't ask you to confirm this file.";
    expect(await confirm(id, t.employee)).toEqual([409, { code: 'conflict', error }]);
    await replace(id, [t.admin]);
    for (const person of [berta, t.employee]) {
      expect((await confirm(id, person))[0]).toBe(404);
    }
  });

  test('a replacement starts new receipts, and its readers are told', async () => {
    const file_name = `Rules ${randomUUID()}`;
    const id = await document([t.employee], { acknowledge: 1, file_name });
    const before = await one(id, t.employee);
    await open(before.file_path, t.employee);
    await confirm(id, t.employee);

    const bytes = pdfOf('The new rules');
    const response = await replace(id, [t.employee, berta], bytes, { version: 1 });
    expect(replyOf(response)).toEqual([200, { message: 'File updated successfully.' }]);
    const after = await one(id);
    expect(after).toMatchObject({
      ...{ file_name, revision: 2, version: 2, size: bytes.length, acknowledge: 1 },
      ...{ opened_count: 0, acknowledged_count: 0 },
    });
    expect(after.uploaded_at > before.uploaded_at).toBe(true);
    const keys = await stored();
    expect(keys).toContain(after.file_path);
    expect(keys).not.toContain(before.file_path);
    expect(await one(id, t.employee)).toMatchObject({ opened_at: null, acknowledged_at: null });
    expect(await confirm(id, t.employee)).toEqual(notOpened);

    const given = `New training file: ${file_name}. Find it under Training.`;
    const replaced = `The training file ${file_name} was replaced. Open it again under Training.`;
    expect((await notices(t.employee)).slice(0, 2)).toEqual([replaced, given]);
    expect((await notices(berta))[0]).toBe(given);
  });

  describe('Spanish version', () => {
    const hola = () => pdfOf(`Hola ${randomUUID()}`);
    const isStored = async (...keys: (string | undefined)[]) => {
      const all = await stored();
      return keys.map((key) => all.includes(`${key}`));
    };

    test('is uploaded with the file or later; opening it is opening the file', async () => {
      const [english, spanish] = [pdfOf(randomUUID()), hola()];
      const form = multipartOf([
        ...textParts({ user_ids: idsOf([berta]), acknowledge: 1 }),
        { name: 'file_es', value: spanish, filename: 'Cadenas.pdf' },
        { name: 'file', value: english, filename: 'Chains.pdf' },
      ]);
      const { file_id } = (await documents.post('/api/training/upload', form)).json();
      const own = await one(file_id, berta);
      expect(own).toMatchObject({
        ...{ file_name: 'Chains.pdf', size: english.length },
        ...{ kind_es: 'pdf', size_es: spanish.length },
        file_path_es: expect.stringMatching(/^training\/.*\.pdf$/),
      });
      await open(`${own.file_path_es}`, berta);
      expect(await one(file_id)).toMatchObject({ opened_count: 1 });
      expect(await confirm(file_id, berta)).toEqual(thanks);
      await open(own.file_path, berta);
      expect(await one(file_id)).toMatchObject({ opened_count: 1, acknowledged_count: 1 });
    });

    test('is added, replaced and removed without new receipts', async () => {
      const people = [t.employee];
      const user_ids = idsOf(people);
      const id = await document(people);
      await open((await one(id)).file_path, t.employee);
      const before = await one(id, t.employee);
      const count = (await notices(t.employee)).length;
      const keys: (string | undefined)[] = [];
      for (const spanish of [hola(), hola()]) {
        await documents.translate(id, { user_ids }, spanish);
        keys.push((await one(id)).file_path_es);
      }
      expect(await isStored(...keys)).toEqual([false, true]);
      const removal = { user_ids, remove_file_es: 1 };
      await documents.update('training', id, removal);
      await documents.update('training', id, removal);
      expect(await one(id, t.employee)).toEqual({ ...before, version: before.version + 3 });
      expect(await isStored(...keys)).toEqual([false, false]);
      expect(await notices(t.employee)).toHaveLength(count);
      const details = (await documents.audits('document', id)).map(({ detail }) => detail);
      const spanish = { kind: 'training', changed: ['content_es'] };
      const hash = { sha256_es: expect.stringMatching(/^[0-9a-f]{64}$/) };
      expect(details.slice(1)).toEqual([{ ...spanish, ...hash }, { ...spanish, ...hash }, spanish]);
    });

    test('leaves with the content it translates, and with the file', async () => {
      const user_ids = idsOf([t.employee]);
      const id = await document([t.employee]);
      await documents.translate(id, { user_ids }, hola());
      const row = await one(id);
      await replace(id, [t.employee]);
      expect(await one(id)).not.toHaveProperty('file_path_es');
      await documents.translate(id, { user_ids }, hola(), pdfOf('Both'));
      const { file_path, file_path_es, revision } = await one(id);
      expect(revision).toBe(3);
      expect(await isStored(row.file_path_es, file_path_es)).toEqual([false, true]);
      await documents.remove('training', id);
      expect(await isStored(file_path, file_path_es)).toEqual([false, false]);
    });

    test('has the checks of the file; other documents have none', async () => {
      const people = { user_ids: idsOf([berta]) };
      const id = await document([berta]);
      const html = Buffer.from('<!doctype html><script>alert(1)</script>');
      const response = await documents.translate(id, people, html);
      expect(response.statusCode).toBe(415);
      expect(response.json().fields).toEqual({ file_es: response.json().error });
      const file = { name: 'file_es', value: hola(), filename: 'Hola.pdf' };
      const upload = (kind: string) =>
        documents.post(`/api/${kind}/upload`, formBody(people, file));
      const [other, alone] = [await upload('reports'), await upload('training')];
      expect(other.json().fields).toEqual({ file_es: expect.any(String) });
      expect(alone.json().fields).toEqual({ file: 'Please select a file.' });
      expect(await one(id)).not.toHaveProperty('file_path_es');
    });
  });
});
