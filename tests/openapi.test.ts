import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { sampleFile } from './fixtures/requests.ts';
import { suiteApp } from './harness/app.ts';
import { multipartOf } from './harness/multipart.ts';

const t = suiteApp('sqlite');

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, unknown>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

let document: Document;
beforeAll(async () => {
  document = (await t.app.inject('/api/openapi.json')).json();
});

test('passes a strict linter', async () => {
  const response = await t.app.inject('/api/openapi.json');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json().openapi).toBe('3.1.0');
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({
    source: response.body,
    absoluteRef: 'openapi.json',
    config,
  });
  // These paths are given, and neither 'drafts' nor 'status' is an id.
  const others = problems.filter(
    ({ ruleId, message }) =>
      ruleId !== 'no-ambiguous-paths' || !/`\/api\/application\/(drafts|status)\//.test(message),
  );
  expect(others.map(({ ruleId, message, location }) => [ruleId, message, location[0]])).toEqual([]);
  const broken = response.body.replace('"operationId":"login",', '"operationID":"login",');
  const found = await lintFromString({ source: broken, absoluteRef: 'openapi.json', config });
  expect(found.length, 'the linter sees a mistake').toBeGreaterThan(0);
});

test('lists every endpoint and no other', () => {
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const known = endpoints.map(
    ({ name, method, path }) => `${name} ${method.toLowerCase()} ${path}`,
  );
  expect(named.sort()).toEqual(known.sort());
});

test.each(endpoints)('describes $name correctly', async (endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ bearer: [] }]);
  expect(operation?.responses).toHaveProperty(String(endpoint.status));
  expect(operation?.summary).toMatch(/\.$/);
  const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path');
  expect(inPath?.map(({ name, required }) => [name, required])).toEqual(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1], true]),
  );
  const { upload } = endpoint;
  const content = operation?.requestBody?.content ?? {};
  expect(Object.keys(content).sort()).toEqual(
    endpoint.body
      ? [
          ...(upload?.required ? [] : ['application/json']),
          ...(upload ? ['multipart/form-data'] : []),
        ]
      : [],
  );
  // What is required depends on other keys, which a list of required fields can't express.
  const dependent = ['remindMissing', 'writeAboutInquiry', 'sendInquiry'];
  if (!endpoint.body || dependent.includes(endpoint.name)) return;
  // The required fields must be those that the server requires.
  const kind = endpoint.path.startsWith('/api/import') ? 'jobs' : 'cdl';
  const samples: Record<string, string> = { id: '1', employee_id: '1', kind, code: 'x'.repeat(43) };
  const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? '');
  const empty = upload?.required
    ? multipartOf([sampleFile(endpoint)])
    : { payload: {}, headers: {} };
  const response = await t.app.inject({
    method: endpoint.method,
    url,
    payload: empty.payload,
    headers: { ...empty.headers, ...t.admin.headers },
  });
  const enforced = Object.keys(response.json().fields ?? {});
  for (const { schema } of Object.values(content)) {
    const documented = schema.required ?? [];
    expect([...documented].sort()).toEqual(
      [...enforced, ...(upload?.required ? [upload.field] : [])].sort(),
    );
  }
});

test('serves its page as HTML with everything it loads', async () => {
  const page = await t.app.inject('/api/docs');
  const moved = page.statusCode === 302 ? String(page.headers.location) : '/api/docs';
  const base = new URL(moved, 'http://127.0.0.1/api/docs');
  const response = await t.app.inject(base.pathname);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/html/);
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self';/);
  expect(response.body, 'no inline script').not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
  const addresses = [...response.body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(
    (match) => match[1],
  );
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) {
    const url = new URL(address ?? '', base);
    expect(url.origin, 'nothing comes from elsewhere').toBe(base.origin);
    const asset = await t.app.inject(url.pathname);
    expect(asset.statusCode, url.pathname).toBe(200);
    expect(asset.rawPayload.length, url.pathname).toBeGreaterThan(0);
  }
});
