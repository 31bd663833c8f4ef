import * as z from 'zod/mini';
import { field } from '../messages/general.ts';
import { isBlank } from '../text/blank-text.ts';
import { type Role, roles } from './access.ts';
import { atLeast, atMost, email, line, nullableLine } from './fields.ts';
import { createShape, type RecordFields } from './record-fields.ts';

export const role = z.enum(roles, { error: field.choice(roles) });

/** The role of a new account; absent, null and '' are an employee. */
export const roleOrEmployee = z._default(
  z.pipe(
    z.transform((value: Role | '' | null) => value || 'employee'),
    role,
  ),
  'employee',
);

/** The fields of an account except its password, which is never shown or compared. */
export const accountFields = {
  username: { kind: 'username', label: 'Username', schema: line() },
  user_email: { kind: 'email', label: 'Email', schema: email() },
  user_role: {
    kind: 'choice',
    label: 'Role',
    schema: roleOrEmployee,
    updateSchema: z.optional(role),
    replySchema: role,
    options: [
      { value: 'admin', label: 'Admin' },
      { value: 'employee', label: 'Employee' },
    ],
  },
} satisfies RecordFields;

/** An accent is one character, however the device types it. */
export const composed = z.overwrite<string>((text) => text.normalize('NFC'));

/** A new password: 8 to 128 characters. */
export const password = z.string({ error: field.required }).check(
  composed,
  atLeast(8, field.tooShort(8)),
  atMost(128),
  // All lone surrogates would have the same hash.
  z.refine((text) => text.isWellFormed(), field.control),
);

/** A password to check; longer ones than today's maximum may be stored. */
export const currentPassword = z
  .string({ error: field.required })
  .check(atLeast(1, field.required), atMost(1000));

export const signupInput = z.object({ ...createShape(accountFields), user_password: password });

const nameText = z.pipe(
  z.nullable(
    z
      .string({ error: field.text })
      .check(z.refine((text) => text === '' || !isBlank(text), field.required)),
  ),
  nullableLine(),
);

/** A name that may be left out; one of invisible characters alone is an error. */
export const optionalName = () => z._default(nameText, '');

/** A name in an update, which never empties one: '' and null count as absent. */
export const anyName = () =>
  z.optional(
    z.pipe(
      nameText,
      z.transform((name: string) => name || undefined),
    ),
  );
