import { expect, test } from 'vitest';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';
import { isFull } from '#tests/harness/is-full.ts';

onBothDatabases('simultaneous submissions', (engine) => {
  const t = suiteApp(engine);
  const office = employeeFilesOf(() => t);
  const { trySubmit, versions, stored } = office;

  async function assignedFile() {
    const file = await office.assignFile([t.employee]);
    return { file, assignment: await office.assignmentOf(file, t.employee) };
  }

  test('are numbered without a gap (SEC29)', async () => {
    const count = isFull ? 50 : 20;
    const { assignment } = await assignedFile();
    const responses = await Promise.all(
      Array.from({ length: count }, () => trySubmit(assignment, t.employee)),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const descending = Array.from({ length: count }, (_, index) => count - index);
    const numbers = (await versions(assignment)).map(({ version_number }) => version_number);
    expect(numbers).toEqual(descending);
  });

  test('are rejected or deleted when their file is deleted at the same time', async () => {
    const before = await stored();
    for (let round = 0; round < 2; round += 1) {
      const { file, assignment } = await assignedFile();
      const [deleted, ...sent] = await Promise.all([
        office.remove('employee-files', file),
        trySubmit(assignment, t.employee),
        trySubmit(assignment, t.employee),
      ]);
      expect(deleted.statusCode, deleted.body).toBe(200);
      for (const { statusCode } of sent) expect([201, 404]).toContain(statusCode);
      expect(await stored()).toEqual(before);
    }
  });
});
