import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults, testsOf, withFault } from './faults.ts';

test('each fault can be planted, and the tests that should notice it exist', () => {
  const files = globSync('{contract,server,tests,web}/**/*.test.{ts,tsx}');
  const missing = faults.flatMap((fault) => {
    expect(withFault(fault, readFileSync(fault.file, 'utf8'))).toContain(fault.instead);
    return testsOf(fault).filter((words) => !files.some((file) => file.includes(words)));
  });
  expect(missing).toEqual([]);
  expect(new Set(faults.map(({ what }) => what)).size).toBe(30);
  expect(new Set(faults.map(({ area }) => area)).size).toBe(11);
});
