import * as z from 'zod/mini';
import { field } from './messages/general.ts';
import { passwords as messages } from './messages/users.ts';
import { currentPassword, password } from './wire/account-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { done, idParams, instant } from './wire/fields.ts';
import { userIds } from './wire/user-ids.ts';

const code = z
  .string({ error: field.required })
  .check(z.regex(/^[A-Za-z0-9_-]{20,100}$/, messages.linkBroken));

export const changePasswordInput = z.object({
  old_password: currentPassword,
  new_password: password,
});

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/api/password',
  access: 'signed-in',
  summary: "Changes the caller's own password; the other sessions end.",
  body: changePasswordInput,
  status: 200,
  /** The caller's new token: the change ends every session, and this one continues with the new token. */
  reply: z.object({ message: z.string(), token: z.string() }),
});

export const confirmPassword = endpoint({
  name: 'confirmPassword',
  method: 'POST',
  path: '/api/confirm',
  access: 'signed-in',
  summary:
    'Confirms this session with the password: for 15 minutes it may make admins, set the passwords of others, create reset links and export its own data.',
  body: z.object({ current_password: currentPassword }),
  status: 200,
  failures: [403],
  reply: done,
});

export const makeResetLink = endpoint({
  name: 'makeResetLink',
  method: 'POST',
  path: '/api/users/{id}/reset-link',
  access: 'admin',
  summary:
    'Creates a link that sets a new password once, within 24 hours; an earlier one stops working. 403 `confirmation_required` when the sign-in is older than 15 minutes.',
  params: idParams,
  status: 201,
  reply: z.object({ message: z.string(), url: z.string(), expires_at: instant }),
});

export const sendSignInLinks = endpoint({
  name: 'sendSignInLinks',
  method: 'POST',
  path: '/api/users/sign-in-links',
  access: 'admin',
  summary:
    'Mails each of these users who never signed in a link that sets the first password, once, within 7 days; an earlier link stops working. All others are left out. Links for admins require a sign-in or confirmation within 15 minutes.',
  body: z.object({ user_ids: userIds(messages.nobodyChosen) }),
  status: 200,
  reply: z.object({ message: z.string(), sent: z.int() }),
  idempotent: true,
});

export const getResetLink = endpoint({
  name: 'getResetLink',
  method: 'GET',
  path: '/api/reset/{code}',
  access: 'public',
  summary: "When a one-time code expires; 404 when it doesn't work. Reading doesn't use it up.",
  params: z.object({ code }),
  status: 200,
  reply: z.object({ expires_at: instant }),
});

export const resetPasswordInput = z.object({ password });

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/reset/{code}',
  access: 'public',
  limited: 'link',
  summary: 'Sets a new password by a one-time code; all sessions of the account end.',
  params: z.object({ code }),
  body: resetPasswordInput,
  status: 200,
  signsIn: true,
  reply: done,
});
