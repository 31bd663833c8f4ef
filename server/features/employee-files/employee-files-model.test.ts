import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SubmissionStatus, submissionStatuses } from '#contract/employee-files.ts';
import { rounds } from '../../../tests/fixtures/fuzz.ts';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { employeeFilesOf } from '../../../tests/harness/employee-files.ts';

interface Version {
  id: number;
  number: number;
  status: SubmissionStatus;
  reason: string;
}

/** What one person should have of the file; versions newest first, also while they are off it. */
interface Held {
  isAssigned: boolean;
  assignment: number | null;
  last: number;
  versions: Version[];
}

const person = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({ does: fc.constant('give' as const), people: fc.uniqueArray(person) }),
  fc.record({ does: fc.constant('submit' as const), person }),
  fc.record({ does: fc.constant('delete' as const), person, place: fc.nat({ max: 3 }) }),
  fc.record({
    does: fc.constant('judge' as const),
    person,
    place: fc.nat({ max: 3 }),
    status: fc.constantFrom(...submissionStatuses),
    reason: fc.constantFrom('', "It isn't signed."),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Whatever is done in whatever order: the list, the groups and the versions say the same as a plain model. */
onBothDatabases('one file and three people', (engine) => {
  let t: TestApp;
  let people: TestPerson[];
  const office = employeeFilesOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
    people = [
      t.employee,
      await t.person('second', 'employee'),
      await t.person('third', 'employee'),
    ];
  });
  afterAll(() => t.close());

  const who = (place: number) => people[place] as TestPerson;

  async function give(file: number, given: readonly number[], model: Held[]): Promise<void> {
    const user_ids = given.map((place) => who(place).userId);
    expect((await office.put(file, { user_ids })).statusCode).toBe(200);
    for (const [place, held] of model.entries()) {
      held.isAssigned = given.includes(place);
      if (!held.isAssigned) continue;
      const assignment = await office.assignmentOf(file, who(place));
      // Who comes back finds the same assignment.
      expect(assignment).toBe(held.assignment ?? assignment);
      held.assignment = assignment;
    }
  }

  async function submit(place: number, held: Held): Promise<void> {
    if (held.assignment === null) return;
    const answer = await office.trySubmit(held.assignment, who(place));
    expect(answer.statusCode).toBe(held.isAssigned ? 201 : 404);
    if (!held.isAssigned) return;
    held.last += 1;
    const id = answer.json().submission_id;
    held.versions.unshift({ id, number: held.last, status: 'Incomplete', reason: '' });
  }

  async function apply(file: number, model: Held[], taken: Step): Promise<void> {
    if (taken.does === 'give') return give(file, taken.people, model);
    const held = model[taken.person] as Held;
    if (taken.does === 'submit') return submit(taken.person, held);
    const version = held.versions[taken.place];
    if (!version) return;
    const expected = held.isAssigned ? 200 : 404;
    if (taken.does === 'delete') {
      expect((await office.removeVersion(version.id)).statusCode).toBe(expected);
      if (held.isAssigned) held.versions.splice(taken.place, 1);
      return;
    }
    const { status, reason } = taken;
    expect((await office.review(version.id, status, reason)).statusCode).toBe(expected);
    if (!held.isAssigned) return;
    version.status = status;
    version.reason = reason;
  }

  async function compare(file: number, model: Held[]): Promise<void> {
    const assigned = [...model.entries()].filter(([, held]) => held.isAssigned);
    const ids = assigned.map(([place]) => who(place).userId);
    const rows = (await office.listOf(file)).toSorted((one, two) => one.user_id - two.user_id);
    expect(rows.map((row) => [row.user_id, row.status, row.assigned_user_ids])).toEqual(
      assigned.map(([place, held]) => [who(place).userId, held.versions[0]?.status ?? null, ids]),
    );
    const groups = await office.grouped();
    for (const [place, held] of model.entries()) {
      const group = groups.find(({ id }) => id === who(place).userId);
      const found = group?.files.filter(({ id }) => id === file);
      const versions = held.versions.map(({ id, number, status }) => ({ id, number, status }));
      expect(found).toMatchObject(held.isAssigned ? [{ id: file, versions }] : []);
      const own = await office.listOf(file, who(place));
      expect(own.map((row) => row.assigned_user_ids)).toEqual(
        held.isAssigned ? [[who(place).userId]] : [],
      );
      if (!held.isAssigned || held.assignment === null) continue;
      expect(await office.versions(held.assignment, who(place))).toMatchObject(
        held.versions.map(({ id, number, status, reason }) => ({
          submission_id: id,
          version_number: number,
          status,
          reason,
        })),
      );
    }
  }

  test('agree with a model after any steps', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        const file = await office.handOut([]);
        const model = people.map(
          (): Held => ({ isAssigned: false, assignment: null, last: 0, versions: [] }),
        );
        await give(file, [0, 1, 2], model);
        for (const taken of steps) await apply(file, model, taken);
        await compare(file, model);
        expect((await office.call('DELETE', `/api/employee-files/${file}`)).statusCode).toBe(200);
        expect(await office.stored()).toEqual([]);
      }),
      rounds(10),
    );
  });
});
