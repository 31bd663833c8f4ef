/** What the browser's build makes of contract/. */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as inquiries from '#contract/inquiries.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import * as contract from '#contract/wire/endpoints.ts';
import { contractInBrowser, serverOnly } from '../scripts/contract-in-browser.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';

const root = join(import.meta.dirname, '..');

const outDir = mkdtempSync(join(tmpdir(), 'headrack-contract-'));
afterAll(() => rmSync(outDir, { recursive: true }));

beforeAll(async () => {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [contractInBrowser()],
    build: {
      outDir,
      minify: false,
      lib: {
        entry: { endpoints: 'contract/wire/endpoints.ts', inquiries: 'contract/inquiries.ts' },
        formats: ['es'],
      },
    },
  });
});

/** A module as browsers get it. */
async function inBrowser<Module>(name: string): Promise<Module> {
  const [file] = globSync(`${name}.*js`, { cwd: outDir });
  return (await import(pathToFileURL(join(outDir, file ?? '')).href)) as Module;
}

test('browsers get every endpoint, without its schemas', async () => {
  const { endpoints } = await inBrowser<typeof contract>('endpoints');
  const kept = (all: readonly Endpoint[]) =>
    Object.groupBy(
      all.map((endpoint) =>
        Object.fromEntries(Object.entries(endpoint).filter(([key]) => !serverOnly.includes(key))),
      ),
      ({ name }) => name,
    );
  expect(kept(endpoints)).toEqual(kept(contract.endpoints));
  const schemas = endpoints.flatMap(({ params, query, body, reply }) => [
    params,
    query,
    body,
    reply,
  ]);
  expect(schemas.filter(Boolean)).toEqual([]);
});

test('browsers get the schemas of forms as the server has them', async () => {
  const { inquiryInput } = await inBrowser<typeof inquiries>('inquiries');
  const wrong = { company_name: '', email_address: 'dale at prairie' };
  for (const body of [sampleBody('sendInquiry'), wrong]) {
    expect(inquiryInput.safeParse(body)).toEqual(inquiries.inquiryInput.safeParse(body));
  }
  expect(inquiryInput.safeParse(wrong).success).toBe(false);
});
