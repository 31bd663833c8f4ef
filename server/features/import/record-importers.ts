import * as z from 'zod/mini';
import { jobTexts } from '#contract/company/job-texts.ts';
import { type Damage, damageInput } from '#contract/damages.ts';
import { importFields } from '#contract/import.ts';
import { type Job, jobInput } from '#contract/jobs.ts';
import { damages as damageMessages } from '#contract/messages/damages.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { type Product, productInput, type updateProduct } from '#contract/store.ts';
import { personName } from '#contract/text/employee-name.ts';
import { foldLine } from '#contract/text/text-fold.ts';
import type { EmployeeChange, User } from '#contract/users.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { createShape } from '#contract/wire/record-fields.ts';
import { partsOf } from '../../platform/http/lists.ts';
import { versionConflict } from '../../platform/runtime/errors.ts';
import { addDamage, changeDamage, damagesBetween } from '../damages/damages.service.ts';
import { changeEmployee, getEmployeeForUpdate } from '../employees/employees.service.ts';
import { addJob, allJobs, changeJob } from '../jobs/jobs.service.ts';
import { addProduct, changeProduct, listProducts } from '../store/products.service.ts';
import { allUsers } from '../users/users.service.ts';
import { employeeFinder, employeeLabel } from './find-employee.ts';
import type { Importer, Stored } from './import-kind.ts';

const keyOf = (...parts: readonly (string | number | undefined)[]) =>
  parts.map((part) => foldLine(String(part ?? ''))).join('\n');

/** The record of each key; of equal ones the first. */
function byKey<R>(records: readonly R[], key: (record: R) => string): Map<string, R> {
  return new Map(records.toReversed().map((record) => [key(record), record]));
}

const asStored = (record: object | undefined) => (record ?? null) as Stored | null;

/** Jobs, found by position, location and date. */
export const jobs: Importer = {
  schema: jobInput,
  open: async (db) => {
    const keyOfJob = (job: Partial<Pick<Job, 'position' | 'location' | 'datePosted'>>) =>
      keyOf(job.position, job.location, job.datePosted);
    const stored = byKey(await allJobs(db, new Date()), keyOfJob);
    return (given) => {
      const key = keyOfJob(given);
      const label = [given.position, given.location].filter(Boolean).join(', ');
      const found = asStored(stored.get(key));
      const values = found ? given : { ...jobTexts, ...given };
      return { keys: [key], label, stored: found, values };
    };
  },
  create: async ({ write }, values) => {
    await addJob(write, values as z.output<typeof jobInput>);
  },
  change: async ({ write }, stored, change) => {
    const { id, version } = stored as unknown as Job;
    await changeJob(write, id, { ...change, version });
  },
};

/** Damages, found by employee, date and description. */
export const damages: Importer = {
  schema: damageInput,
  fieldOf: { employee_id: 'employee' },
  open: async (db, rows) => {
    const find = employeeFinder(await allUsers(db));
    const keyOfDamage = (damage: {
      employee_id?: unknown;
      damage_date?: unknown;
      damage_description?: unknown;
    }) =>
      keyOf(
        String(damage.employee_id),
        String(damage.damage_date),
        String(damage.damage_description),
      );
    const days = rows.flatMap(({ damage_date }) => damage_date ?? []).sort();
    const stored = byKey<Damage>(
      await damagesBetween(db, days[0] ?? '', days.at(-1) ?? ''),
      keyOfDamage,
    );
    return (given) => {
      const {
        employee,
        username,
        user_email,
        payroll_number,
        first_name,
        last_name,
        suffix: _,
        employee_id,
        ...own
      } = given;
      const isNamed =
        employee || username || user_email || payroll_number || first_name || last_name;
      const who = find(
        isNamed || !own.driver_name ? given : { ...given, employee: own.driver_name },
      );
      if (!who.employee)
        return { keys: [], label: who.label, stored: null, values: own, errors: who.errors };
      const ids = { employee_id: who.employee.employee_id };
      const key = keyOfDamage({ ...own, ...ids });
      const found = stored.get(key);
      const driver_name = own.driver_name ?? found?.driver_name ?? personName(who.employee);
      return {
        keys: [key],
        label: `${employeeLabel(who.employee)}, ${own.damage_date ?? ''}`,
        stored: asStored(found),
        values: { ...own, ...ids, driver_name },
      };
    };
  },
  create: async ({ write, notices }, values) => {
    const body = values as z.output<typeof damageInput>;
    const { recipients, notice } = await addDamage(write, body);
    for (const id of recipients) notices.set(id, [...(notices.get(id) ?? []), notice]);
  },
  change: ({ ctx, write, actor }, stored, change) =>
    changeDamage(ctx, write, actor, (stored as unknown as Damage).damage_id, {
      ...change,
      version: stored.version,
    }),
  notice: {
    kind: 'damage',
    link: '/damages',
    summary: (count) => damageMessages.noticeOfMany(count),
  },
};

const { pto_hours, work_hours, reason } = importFields.hours;

/** Hours of existing employees, through the ledger. */
export const hours: Importer = {
  schema: z.object(createShape({ pto_hours, work_hours, reason })),
  open: async (db) => {
    const find = employeeFinder(await allUsers(db));
    return (given) => {
      const { employee, label, errors } = find(given);
      const values = Object.fromEntries(
        ['pto_hours', 'work_hours', 'reason'].flatMap((name) =>
          given[name] === undefined ? [] : [[name, given[name]]],
        ),
      );
      const keys = employee ? [String(employee.employee_id)] : [];
      return { keys, label, stored: asStored(employee ?? undefined), values, errors };
    };
  },
  create: async () => {
    throw new Error('hours belong to an employee who exists');
  },
  change: async ({ ctx, write, actor }, stored, change) => {
    const { user_id, employee_version } = stored as unknown as User;
    const before = await getEmployeeForUpdate(write.tx, user_id);
    if (before?.version !== employee_version) {
      throw versionConflict(undefined, messages.changedSince);
    }
    await changeEmployee(ctx, write, actor, before, change as EmployeeChange);
  },
};

/** Store items, found by title; new ones have no picture yet. */
export const products: Importer = {
  schema: productInput,
  open: async (db) => {
    const all = (await Array.fromAsync(partsOf(listProducts({ db })))).flat();
    const stored = byKey<Product>(all, ({ title }) => keyOf(title));
    return (given) => {
      const { title = '' } = given;
      const found = stored.get(keyOf(title));
      return { keys: [keyOf(title)], label: title, stored: asStored(found), values: given };
    };
  },
  create: async ({ write }, values) => {
    await addProduct(write, values as z.output<typeof productInput>, null);
  },
  change: async ({ ctx, write }, stored, change) => {
    const { id, version, stock } = stored as unknown as Product;
    const body = { ...change, version, stock_seen: stock } as BodyOf<typeof updateProduct>;
    await changeProduct(ctx, write, id, body);
  },
};
