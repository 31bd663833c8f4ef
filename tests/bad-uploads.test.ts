import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { nullableText, rounds } from './fixtures/fuzz.ts';
import { fieldsOfBody } from './fixtures/payload-specs.ts';
import { injectOptions, type ValidRequest } from './fixtures/requests.ts';
import { expectHttpError, expectUnchanged } from './fixtures/state-snapshot.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import {
  boundary,
  type Multipart,
  multipartOf,
  type Part,
  textParts,
} from './harness/multipart.ts';

const withFile = endpoints.filter((endpoint) => endpoint.upload?.required);

describe('bad uploads', () => {
  const t = suiteApp('sqlite');

  function send(
    { method, url, by }: ValidRequest,
    { payload, headers }: Multipart,
  ): Promise<LightMyRequestResponse> {
    return t.app.inject({ method, url, headers: { ...by.headers, ...headers }, payload });
  }

  describe.each(withFile)('$name', ({ name, upload }) => {
    test('rejects the whole upload for one unknown user id', async () => {
      if (!('user_ids' in fieldsOfBody(name))) return;
      const request = await validRequest(t, name, { user_ids: '[1,2000000000]' });
      await expectUnchanged(t, async () => {
        const response = await t.app.inject(injectOptions(request));
        expectHttpError(response, name);
        expect(response.statusCode).toBe(400);
        expect(response.json().error).toContain('2000000000');
      });
    });

    test('rejects a missing, broken, duplicate or misnamed file', async () => {
      const request = await validRequest(t, name);
      const texts = textParts(request.body ?? {});
      const bytes = Buffer.from(request.file?.value ?? '');
      const part = { name: upload?.field ?? '', value: bytes, filename: 'a.pdf' };
      const formOf = (...files: Part[]) => multipartOf([...texts, ...files]);
      const forms: [label: string, status: number, form: Multipart][] = [
        ['no file', 400, formOf()],
        ['no file, other fields', 400, multipartOf([{ name: 'user_ids', value: '[1]' }])],
        ['an empty file', 415, formOf({ ...part, value: '' })],
        ['an input left empty', 400, formOf({ ...part, value: '', filename: '' })],
        ['text as the file', 400, formOf({ name: part.name, value: 'a.pdf' })],
        ['too many files', 400, formOf(...Array((upload?.maxFiles ?? 1) + 1).fill(part))],
        ['another name', 400, formOf({ ...part, name: 'document' })],
        ['HTML named .pdf', 415, formOf({ ...part, value: '<script>1</script>' })],
        ['a file cut short', 415, formOf({ ...part, value: bytes.subarray(0, 40) })],
        ['a program', 415, formOf({ ...part, value: Buffer.from('7f454c46', 'hex') })],
      ];
      await expectUnchanged(t, async () => {
        for (const [label, status, form] of forms) {
          const response = await send(request, form);
          expectHttpError(response, `${name} ${label}`);
          expect(response.statusCode, `${name} ${label}: ${response.body}`).toBe(status);
        }
        for (const type of ['application/json', 'text/plain', 'application/pdf']) {
          const payload = Buffer.from(JSON.stringify(request.body));
          const response = await send(request, { payload, headers: { 'content-type': type } });
          expectHttpError(response, `${name} ${type}`);
          expect(response.statusCode, type).toBe(415);
        }
      });
    });
  });

  // The parser is the same for every endpoint.
  test('uploadReports rejects random bytes as a multipart body (FLT14)', async () => {
    const request = await validRequest(t, 'uploadReports');
    const whole = injectOptions(request).payload as Buffer;
    const { headers } = multipartOf([]);
    const broken = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      nullableText.map((text) => Buffer.from(`--${boundary}\r\n${text}`)),
      // Truncate before the end of the file.
      fc.nat(whole.length - boundary.length - 12).map((at) => whole.subarray(0, at)),
    );
    await expectUnchanged(t, async () => {
      const property = fc.asyncProperty(broken, async (payload) => {
        const response = await send(request, { payload, headers });
        expectHttpError(response, payload.toString('latin1'));
      });
      await fc.assert(property, rounds(40));
    });
  });
});
