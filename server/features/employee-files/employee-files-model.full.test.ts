import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type SubmissionStatus, submissionStatuses } from '#contract/employee-files.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';

interface Version {
  id: number;
  number: number;
  status: SubmissionStatus;
  reason: string;
}

/** The expected state of one person's assignment; versions newest first, kept while it is removed. */
interface Assigned {
  isAssigned: boolean;
  assignment: number | null;
  last: number;
  versions: Version[];
}

const person = fc.nat({ max: 2 });
const anyStep = fc.oneof(
  fc.record({ action: fc.constant('assign' as const), people: fc.uniqueArray(person) }),
  fc.record({ action: fc.constant('submit' as const), person }),
  fc.record({ action: fc.constant('delete' as const), person, place: fc.nat({ max: 3 }) }),
  fc.record({
    action: fc.constant('review' as const),
    person,
    place: fc.nat({ max: 3 }),
    status: fc.constantFrom(...submissionStatuses),
    reason: fc.constantFrom('', "It isn't signed."),
  }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

onBothDatabases('a model of one file and three people', (engine) => {
  const t = suiteApp(engine);
  let people: TestPerson[];
  const office = employeeFilesOf(() => t);
  beforeAll(async () => {
    const second = await t.person('second', 'employee');
    people = [t.employee, second, await t.person('third', 'employee')];
  });

  const personAt = (place: number) => people[place] as TestPerson;

  async function assign(file: number, chosen: readonly number[], model: Assigned[]): Promise<void> {
    const user_ids = chosen.map((place) => personAt(place).userId);
    expect((await office.put(file, { user_ids })).statusCode).toBe(200);
    for (const [place, state] of model.entries()) {
      state.isAssigned = chosen.includes(place);
      if (!state.isAssigned) continue;
      const assignment = await office.assignmentOf(file, personAt(place));
      // A person who is assigned again gets the same assignment.
      expect(assignment).toBe(state.assignment ?? assignment);
      state.assignment = assignment;
    }
  }

  async function submit(place: number, state: Assigned): Promise<void> {
    if (state.assignment === null) return;
    const response = await office.trySubmit(state.assignment, personAt(place));
    expect(response.statusCode).toBe(state.isAssigned ? 201 : 404);
    if (!state.isAssigned) return;
    state.last += 1;
    const id = response.json().submission_id;
    state.versions.unshift({ id, number: state.last, status: 'Incomplete', reason: '' });
  }

  async function apply(file: number, model: Assigned[], step: Step): Promise<void> {
    if (step.action === 'assign') return assign(file, step.people, model);
    const state = model[step.person] as Assigned;
    if (step.action === 'submit') return submit(step.person, state);
    const version = state.versions[step.place];
    if (!version) return;
    const expected = state.isAssigned ? 200 : 404;
    if (step.action === 'delete') {
      expect((await office.removeVersion(version.id)).statusCode).toBe(expected);
      if (state.isAssigned) state.versions.splice(step.place, 1);
      return;
    }
    const { status, reason } = step;
    expect((await office.review(version.id, status, reason)).statusCode).toBe(expected);
    if (!state.isAssigned) return;
    version.status = status;
    version.reason = reason;
  }

  async function compare(file: number, model: Assigned[]): Promise<void> {
    const assigned = [...model.entries()].filter(([, state]) => state.isAssigned);
    const ids = assigned.map(([place]) => personAt(place).userId);
    const rows = (await office.listOf(file)).toSorted((one, two) => one.user_id - two.user_id);
    expect(rows.map((row) => [row.user_id, row.status, row.assigned_user_ids])).toEqual(
      assigned.map(([place, state]) => [
        personAt(place).userId,
        state.versions[0]?.status ?? null,
        ids,
      ]),
    );
    const groups = await office.grouped();
    for (const [place, state] of model.entries()) {
      const group = groups.find(({ id }) => id === personAt(place).userId);
      const found = group?.files.filter(({ id }) => id === file);
      const versions = state.versions.map(({ id, number, status }) => ({ id, number, status }));
      expect(found).toMatchObject(state.isAssigned ? [{ id: file, versions }] : []);
      const own = await office.listOf(file, personAt(place));
      expect(own.map((row) => row.assigned_user_ids)).toEqual(
        state.isAssigned ? [[personAt(place).userId]] : [],
      );
      if (!state.isAssigned || state.assignment === null) continue;
      expect(await office.versions(state.assignment, personAt(place))).toMatchObject(
        state.versions.map(({ id, number, status, reason }) => ({
          submission_id: id,
          version_number: number,
          status,
          reason,
        })),
      );
    }
  }

  test('agrees with the lists, groups and versions', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 20 }), async (steps) => {
        const file = await office.assignFile([]);
        const model = people.map(
          (): Assigned => ({ isAssigned: false, assignment: null, last: 0, versions: [] }),
        );
        await assign(file, [0, 1, 2], model);
        for (const step of steps) await apply(file, model, step);
        await compare(file, model);
        expect((await office.remove('employee-files', file)).statusCode).toBe(200);
        expect(await office.stored()).toEqual([]);
      }),
      rounds(10, 1000),
    );
  });
});
