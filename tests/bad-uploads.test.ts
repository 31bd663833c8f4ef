import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { expectRefusal, footprint } from './arbitraries/footprint.ts';
import { anyText, fineValues, rounds, wrongValues } from './arbitraries/hostile.ts';
import { wires } from './arbitraries/wire.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';
import { documentsOf } from './harness/documents.ts';
import { boundary, type Multipart, multipartOf, type Part } from './harness/multipart.ts';

const withFile = endpoints.filter((endpoint) => endpoint.upload?.required);
const cases = withFile.map((endpoint) => [endpoint.name, endpoint] as const);

/** What of the values can be said by a field of a multipart: text in UTF-8. */
const sayable = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && entry[1].isWellFormed();

function wireOf(name: string) {
  const wire = wires[name];
  if (!wire?.file) throw new Error(`tests/arbitraries says nothing about the file of ${name}`);
  return { ...wire, file: wire.file };
}

function partsOf(fields: Record<string, unknown>): Part[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ name: key, value: String(value) }));
}

const textsOf = (fields: Record<string, unknown>) => multipartOf(partsOf(fields));

function formOf(name: string, fields: Record<string, unknown>, ...files: Part[]): Multipart {
  const texts = partsOf(fields);
  const file = { name: 'file', value: wireOf(name).file(), filename: 'a.pdf' };
  return multipartOf([...texts, ...(files.length > 0 ? files : [file])]);
}

onBothDatabases('bad input beside a file', (engine) => {
  let t: TestApp;
  const urls: Record<string, string> = {};

  beforeAll(async () => {
    t = await startApp(engine);
    const given = documentsOf(() => t);
    urls.addDropFile = `/api/settlements/drops/${await given.drop()}/files`;
    urls.sendAttachment = `/api/messages/${t.employee.userId}/files`;
    urls.submitVersion = `/api/employee-files/${await given.assignment()}/submissions`;
  });
  afterAll(() => t.close());

  function send(name: string, form: Multipart): Promise<LightMyRequestResponse> {
    const by = name === 'submitVersion' ? t.employee : t.admin;
    const url = urls[name] ?? withFile.find((endpoint) => endpoint.name === name)?.path ?? '';
    const headers = { ...by.headers, ...form.headers };
    return t.app.inject({ method: 'POST', url, headers, payload: form.payload });
  }

  async function leavesNothing(work: () => Promise<void>): Promise<void> {
    const before = await footprint(t);
    await work();
    expect(await footprint(t)).toEqual(before);
  }

  describe.each(cases)('%s', (name, endpoint) => {
    const { valid, fields } = wireOf(name);
    // A picture takes its time: where one comes, what is typed is asked for first, and taken once a field.
    const isPicture = endpoint.upload?.widths !== undefined;

    test('each wrong value of each field is 400 in words and stores nothing', async () => {
      await leavesNothing(async () => {
        for (const [key, rule] of Object.entries(fields)) {
          for (const [label, value] of wrongValues(rule).filter(sayable)) {
            const about = `${name}.${key} ${label}`;
            const body = { ...valid(), [key]: value };
            const answer = await send(name, isPicture ? textsOf(body) : formOf(name, body));
            expectRefusal(answer, about);
            expect(answer.statusCode, about).toBe(400);
            expect(Object.keys(answer.json().fields), about).toEqual([key]);
          }
        }
      });
    });

    test('each value at its limit is taken', async () => {
      for (const [key, rule] of Object.entries(fields)) {
        const fine = fineValues(rule).filter(sayable);
        for (const [label, value] of isPicture ? fine.slice(0, 1) : fine) {
          const answer = await send(name, formOf(name, { ...valid(), [key]: value }));
          expect(answer.statusCode, `${name}.${key} ${label}: ${answer.body}`).toBe(
            endpoint.status,
          );
        }
      }
    });

    test('a user that is not there stops all of it', async () => {
      if (!('user_ids' in fields)) return;
      await leavesNothing(async () => {
        const answer = await send(name, formOf(name, { ...valid(), user_ids: '[1,2000000000]' }));
        expectRefusal(answer, name);
        expect(answer.statusCode).toBe(400);
        expect(answer.json().error).toContain('2000000000');
      });
    });

    test('without its file, or with what is none, it is refused', async () => {
      const file = (part: Partial<Part>) => ({
        name: 'file',
        value: '',
        filename: 'a.pdf',
        ...part,
      });
      const bytes = wireOf(name).file();
      const forms: [label: string, status: number, form: Multipart][] = [
        ['no file', 400, multipartOf([{ name: 'user_ids', value: '[1]' }])],
        ['an empty file', 415, formOf(name, valid(), file({}))],
        ['an input left empty', 400, formOf(name, valid(), file({ filename: '' }))],
        ['text as the file', 400, formOf(name, valid(), { name: 'file', value: 'a.pdf' })],
        ['two files', 400, formOf(name, valid(), file({ value: bytes }), file({ value: bytes }))],
        ['another name', 400, formOf(name, valid(), file({ name: 'document', value: bytes }))],
        ['HTML named .pdf', 415, formOf(name, valid(), file({ value: '<script>1</script>' }))],
        ['a PDF cut short', 415, formOf(name, valid(), file({ value: bytes.subarray(0, 40) }))],
        ['a program', 415, formOf(name, valid(), file({ value: Buffer.from('7f454c46', 'hex') }))],
      ];
      await leavesNothing(async () => {
        for (const [label, status, form] of forms) {
          const answer = await send(name, form);
          expectRefusal(answer, `${name} ${label}`);
          expect(answer.statusCode, `${name} ${label}: ${answer.body}`).toBe(status);
        }
        for (const type of ['application/json', 'text/plain', 'application/pdf']) {
          const payload = Buffer.from(JSON.stringify(valid()));
          const answer = await send(name, {
            payload,
            headers: { 'content-type': type },
          });
          expectRefusal(answer, `${name} ${type}`);
          expect(answer.statusCode, type).toBe(415);
        }
      });
    });

    test('any bytes as a multipart body are refused', async () => {
      const whole = formOf(name, valid()).payload;
      const broken = fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
        anyText.map((text) => Buffer.from(`--${boundary}\r\n${text}`)),
        // Cut anywhere before the end of the file.
        fc.nat(whole.length - boundary.length - 12).map((at) => whole.subarray(0, at)),
      );
      await leavesNothing(async () => {
        const property = fc.asyncProperty(broken, async (payload) => {
          const { headers } = formOf(name, {});
          expectRefusal(await send(name, { payload, headers }), payload.toString('latin1'));
        });
        await fc.assert(property, rounds(40));
      });
    });
  });
});
