import * as z from 'zod/mini';
import { signup, users as userMessages } from '#contract/messages/users.ts';
import { createShape } from '#contract/record-fields.ts';
import { employeeFields, type User, userFields } from '#contract/users.ts';
import { requireConfirmed } from '../../platform/actor-session.ts';
import { addEmployee } from '../employees/employees.service.ts';
import { createAccount, keyOf, listClosedKeys, listUsers } from '../users/users.service.ts';
import { changeUser } from '../users/users-writing.service.ts';
import type { Given, Importer, Match } from './import-kind.ts';

const schema = z.object(createShape(userFields));
type Person = z.output<typeof schema>;

const hasEmployee = (values: object) =>
  Object.keys(employeeFields).some((name) => Object.hasOwn(values, name));

/** 'Jane van Dyk' and 'van Dyk, Jane' as first and last name. */
function splitName(name: string): Given {
  const [before = '', after] = name.split(/,\s*/, 2);
  if (after !== undefined) return { first_name: after.trim(), last_name: before.trim() };
  const [first = '', ...rest] = name.split(' ');
  return { first_name: first, last_name: rest.join(' ') };
}

function withNames({ full_name, ...given }: Given): Given {
  if (!full_name || given.first_name || given.last_name) return given;
  const names = Object.entries(splitName(full_name)).filter(([, text]) => text !== '');
  return { ...given, ...Object.fromEntries(names) };
}

function labelOf({ first_name, last_name, username, user_email }: Given): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const account = username ?? user_email ?? '';
  return name && account ? `${name} (${account})` : name || account;
}

/** A user and their employee in one row, found by username or email. */
export const people: Importer = {
  schema,

  open: async (db, _rows, actor) => {
    const users = (await listUsers(db, 'admin')) as User[];
    const byName = new Map(users.map((user) => [keyOf(user.username), user]));
    const byEmail = new Map(users.map((user) => [keyOf(user.user_email), user]));
    const closed = await listClosedKeys(db);
    return (given): Match => {
      const person = withNames(given);
      const { username, user_email } = person;
      const named = username ? byName.get(keyOf(username)) : undefined;
      const addressed = user_email ? byEmail.get(keyOf(user_email)) : undefined;
      const user = named ?? addressed;
      // Without a username, a new person signs in with the address.
      const values = user || username || !user_email ? person : { ...person, username: user_email };
      const own = [values.username, values.user_email].map((text) => keyOf(text ?? ''));
      const errors = [];
      if (named && addressed && named !== addressed) {
        errors.push({ field: 'user_email', message: signup.emailTaken });
      }
      if (user?.user_id === actor.userId && values.user_role === 'employee') {
        errors.push({ field: 'user_role', message: userMessages.ownRole });
      }
      return {
        keys: user
          ? [`id ${user.user_id}`]
          : [`name ${own[0]}`, `email ${own[1]}`].filter((key) => !key.endsWith(' ')),
        label: labelOf(values),
        stored: user ?? null,
        values,
        errors,
        isLeftOut: !user && own.some((key) => key !== '' && closed.has(key)),
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
