import type { Step } from './steps.ts';

/** The device of a session, where it signed in and when it was last used; empty for sessions of the previous release. */
export const sessionDevices: Step = {
  name: '020-session-devices',
  up: () => [
    "alter table sessions add column device text not null default ''",
    "alter table sessions add column ip text not null default ''",
    'alter table sessions add column last_seen_at text',
  ],
};
