/** What the browser's build makes of contract/. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import * as inquiries from '#contract/inquiries.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import * as contract from '#contract/wire/endpoints.ts';
import { contractInBrowser, serverOnly } from '../scripts/contract-in-browser.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';

const root = join(import.meta.dirname, '..');

/** Builds a module as for browsers and imports the result. */
async function inBrowser<Module>(path: string): Promise<Module> {
  const outDir = mkdtempSync(join(tmpdir(), 'headrack-contract-'));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [contractInBrowser()],
    build: {
      outDir,
      minify: false,
      lib: { entry: path, formats: ['es'], fileName: () => 'built.js' },
    },
  });
  return (await import(pathToFileURL(join(outDir, 'built.js')).href)) as Module;
}

test('browsers get every endpoint, without its schemas', async () => {
  const { endpoints } = await inBrowser<typeof contract>('contract/wire/endpoints.ts');
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
  const { inquiryInput } = await inBrowser<typeof inquiries>('contract/inquiries.ts');
  const wrong = { company_name: '', email_address: 'dale at prairie' };
  for (const body of [sampleBody('sendInquiry'), wrong]) {
    expect(inquiryInput.safeParse(body)).toEqual(inquiries.inquiryInput.safeParse(body));
  }
  expect(inquiryInput.safeParse(wrong).success).toBe(false);
});
