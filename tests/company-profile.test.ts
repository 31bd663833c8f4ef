/** contract/company/profile.ts, with the files that it lists, is all that another company edits: nothing repeats its values. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authority } from '#contract/company/authority.ts';
import { company } from '#contract/company/profile.ts';
import { root } from '#server/platform/runtime/root.ts';

const { address, hub, phones, dispatchPhone, email, linkedIn, hrSite } = company;
const values = [
  ...[company.name, company.shortName, company.product, company.homeRegion],
  ...[address.street, address.city, address.zip, address.mapUrl],
  ...[hub.street, hub.city, hub.zip],
  ...Object.values(phones).map(({ number }) => number),
  ...[dispatchPhone, email, email.split('@')[1] ?? '', linkedIn, hrSite],
  ...[authority.usdot, authority.mc, ...authority.insurance.map(({ limit }) => limit)],
  ...[company.generation, `since ${company.founded}`, `fleet of ${company.fleetSize}`],
].map((value) => value.toLowerCase());

/** Examples in forms, and passwords that many people have, may name a town. */
const others = /\.test\.tsx?$|^contract\/(company\/|inquiries|rules\/common-passwords)/;

test('no page, mail or document repeats a value of the company profile', () => {
  const sources = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root });
  const files = sources.filter((file) => !others.test(file));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').toLowerCase();
    return values.filter((value) => text.includes(value)).map((value) => `${file}: ${value}`);
  });
  expect(found).toEqual([]);
});
