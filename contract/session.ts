import * as z from 'zod/mini';
import { sessionRefusals as messages } from './messages/session-refusals.ts';
import { languages } from './text/languages.ts';
import { currentPassword, role, signupInput } from './wire/account-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { choice, done, idParams, instant, optionalLine, text } from './wire/fields.ts';

/**
 * `code` of a 401 for a token that was valid until someone ended its session.
 * `credentials_changed`: the account's password or role was changed.
 */
export type SessionEnd = keyof typeof messages.ended;

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/login',
  access: 'public',
  limited: 'sign-in',
  summary: 'Signs in and returns a token.',
  /** `otp`: from the authenticator app, or a recovery code; only for accounts with a second factor. */
  body: z.object({ username: text(1000), password: currentPassword, otp: optionalLine() }),
  status: 200,
  failures: [401],
  reply: z.object({ token: z.string(), role }),
  signsIn: true,
  invalid: messages.loginRequired,
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/logout',
  access: 'signed-in',
  duringSetUp: true,
  summary: 'Ends this session; other devices stay signed in.',
  status: 204,
});

export const signup = endpoint({
  name: 'signup',
  method: 'POST',
  path: '/api/signup',
  access: 'admin',
  summary: 'Creates an account. A new admin requires a sign-in or confirmation within 15 minutes.',
  body: signupInput,
  aliases: { password: 'user_password' },
  status: 201,
  reply: z.object({ message: z.string(), user_id: z.int() }),
  idempotent: true,
});

export const currentUser = endpoint({
  name: 'currentUser',
  method: 'GET',
  path: '/api/user',
  access: 'signed-in',
  duringSetUp: true,
  summary: 'The signed-in user; names and employee id are null until linked to an employee.',
  status: 200,
  reply: z.object({
    user_id: z.int(),
    username: z.string(),
    user_name: z.string(),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    role,
    user_role: role,
    employee_id: z.nullable(z.int()),
  }),
});

const language = z.nullable(z.enum(languages));

export const getLanguage = endpoint({
  name: 'getLanguage',
  method: 'GET',
  path: '/api/user/language',
  access: 'signed-in',
  duringSetUp: true,
  summary: "The language of the caller's mails, pushes and calendars; null until one is chosen.",
  status: 200,
  reply: z.object({ language }),
});

export const setLanguage = endpoint({
  name: 'setLanguage',
  method: 'PUT',
  path: '/api/user/language',
  access: 'signed-in',
  duringSetUp: true,
  summary: "Chooses the language of the caller's mails, pushes and calendars.",
  body: z.object({ language: choice(languages) }),
  status: 200,
  reply: z.object({ language }),
});

export type CurrentUser = z.output<typeof currentUser.reply>;

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/sessions',
  access: 'signed-in',
  duringSetUp: true,
  summary: "The caller's open sessions, newest first.",
  status: 200,
  reply: z.array(
    z.object({
      id: z.int(),
      created_at: instant,
      /** Within a few minutes. */
      last_seen_at: instant,
      /** Browser and system, such as 'Chrome on Android'. */
      device: z.string(),
      /** The address at the sign-in; '' for sessions of an earlier release. */
      ip: z.string(),
      /** Whether it is the session of this call. */
      current: z.boolean(),
    }),
  ),
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/sessions/{id}',
  access: 'signed-in',
  duringSetUp: true,
  summary: 'Signs out one of the caller’s devices.',
  params: idParams,
  status: 200,
  reply: done,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/sessions/end-others',
  access: 'signed-in',
  duringSetUp: true,
  summary: "Signs out all of the caller's devices but this one.",
  status: 200,
  reply: done,
});

export type Session = z.output<typeof listSessions.reply>[number];
