import * as z from 'zod/mini';
import { imports as messages } from '#contract/messages/import.ts';
import { signup, users as userMessages } from '#contract/messages/users.ts';
import { distinctNames, foldName, sameName, similarName } from '#contract/rules/similar-names.ts';
import { accountKey, foldText } from '#contract/text/text-fold.ts';
import { employeeFields, type User, userFields } from '#contract/users.ts';
import { minPhoneDigits, phoneMessage } from '#contract/wire/phone.ts';
import { createShape } from '#contract/wire/record-fields.ts';
import { requireConfirmed } from '../../platform/accounts/actor-session.ts';
import { addEmployee } from '../employees/employees.service.ts';
import { allUsers, createAccount, listClosedKeys } from '../users/users.service.ts';
import { changeUser } from '../users/users-writing.service.ts';
import type { Given, Importer, Match } from './import-kind.ts';
import { splitName } from './person-names.ts';

const schema = z.object(createShape(userFields));
type Person = z.output<typeof schema>;

const hasEmployee = (values: object) =>
  Object.keys(employeeFields).some((name) => Object.hasOwn(values, name));

/** The row with first and last name; undefined when its full name can be split in several ways. */
function withNames({ full_name, suffix, ...given }: Given): Given | undefined {
  const isSplit = !full_name || given.first_name || given.last_name;
  const names = isSplit ? {} : splitName(full_name);
  if (names === undefined) return undefined;
  const person: Record<string, string> = { ...given, ...names };
  const { last_name = '' } = person;
  const hasSuffix = !suffix || folded(last_name).endsWith(folded(` ${suffix}`));
  if (!hasSuffix) person.last_name = `${last_name} ${suffix}`.trim();
  return Object.fromEntries(Object.entries(person).filter(([, text]) => text !== ''));
}

/** No number to call: n/a, a dash, 0, the formula or the address of a link. */
const isNoPhone = (text: string) =>
  /^=|^[a-z]+:/i.test(text) ||
  (text.match(/\d/g) ?? []).length < 4 ||
  (text.match(/[\dA-Z]/gi) ?? []).length < minPhoneDigits;

const folded = (text: string) => foldText(text).replace(/[.,]/g, '');

const places = ['department', 'position'] as const;

/**
 * Takes an existing department or position for one that differs by case, spaces or punctuation only, and the first
 * spelling of a new one for all rows; names existing ones that a new one resembles.
 */
function placeFinder(users: readonly User[]) {
  const existing = new Map(
    places.map((field) => [field, distinctNames(users.map((user) => user[field]))]),
  );
  const added = new Map<string, string>();
  return (person: Given) => {
    const found: Record<string, string> = {};
    const similar: { field: string; value: string; existing: string }[] = [];
    for (const field of places) {
      const value = person[field];
      const names = existing.get(field) ?? [];
      if (value === undefined) continue;
      const same = sameName(value, names);
      const key = `${field} ${foldName(value)}`;
      if (same === undefined && !added.has(key)) added.set(key, value);
      const spelled = same ?? added.get(key) ?? value;
      found[field] = spelled;
      const near = same === undefined ? similarName(value, names) : undefined;
      if (near) similar.push({ field, value: spelled, existing: near });
    }
    return { found, similar };
  };
}

function labelOf({ first_name, last_name, username, user_email }: Given): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const account = username ?? user_email ?? '';
  return name && account ? `${name} (${account})` : name || account;
}

const keysOfNew = ([username, email]: readonly string[]) =>
  [`name ${username}`, `email ${email}`].filter((key) => !key.endsWith(' '));

/** A user and their employee in one row, found by username or email. */
export const people: Importer = {
  schema,

  open: async (db, _rows, actor) => {
    const users = await allUsers(db);
    const byName = new Map(users.map((user) => [accountKey(user.username), user]));
    const byEmail = new Map(users.map((user) => [accountKey(user.user_email), user]));
    const closed = await listClosedKeys(db);
    const findPlaces = placeFinder(users);
    return (given): Match => {
      const named = withNames(given);
      const { found, similar } = findPlaces(given);
      const person = { ...(named ?? given), ...found };
      const { username, user_email } = person;
      const byLogin = username ? byName.get(accountKey(username)) : undefined;
      const addressed = user_email ? byEmail.get(accountKey(user_email)) : undefined;
      const user = byLogin ?? addressed;
      // Without a username, a new person signs in with the address.
      const values = user || username || !user_email ? person : { ...person, username: user_email };
      const own = [values.username, values.user_email].map((text) => accountKey(text ?? ''));
      const errors = [
        !named && { field: 'full_name', message: messages.unclearName },
        person.phone_number &&
          person.phone_number !== user?.phone_number &&
          isNoPhone(person.phone_number) && { field: 'phone_number', message: phoneMessage },
        byLogin &&
          addressed &&
          byLogin !== addressed && { field: 'user_email', message: signup.emailTaken },
        user?.user_id === actor.userId &&
          values.user_role === 'employee' && { field: 'user_role', message: userMessages.ownRole },
      ].filter((error) => typeof error === 'object');
      return {
        keys: user ? [`id ${user.user_id}`] : keysOfNew(own),
        label: labelOf(values),
        stored: user ?? null,
        values,
        errors,
        similar,
        isLeftOut: !user && own.filter(Boolean).some((key) => closed.has(key)),
      };
    };
  },

  create: async (writer, values) => {
    const { ctx, write, actor, session, unusablePassword } = writer;
    const { username, user_email, phone_number, user_role, ...employee } = values as Person;
    if (user_role === 'admin') requireConfirmed(session, write.now);
    const password_hash = unusablePassword;
    const account = { username, user_email, phone_number, user_role, password_hash };
    const user_id = await createAccount(write, account);
    writer.newUserIds.push(user_id);
    const isEmployee = Object.values(employee).some(
      (value) => value !== null && value !== '' && value !== undefined,
    );
    if (isEmployee) await addEmployee(ctx, write, actor, { user_id, ...employee });
  },

  change: async (writer, stored, change) => {
    const { ctx, write, actor } = writer;
    const { user_id, version, employee_id, employee_version } = stored as unknown as User;
    await changeUser(ctx, write, writer, user_id, { ...change, version, employee_version });
    if (employee_id !== null || !hasEmployee(change)) return;
    const shape = z.object(createShape(employeeFields));
    await addEmployee(ctx, write, actor, { user_id, ...z.parse(shape, change) });
  },
};
