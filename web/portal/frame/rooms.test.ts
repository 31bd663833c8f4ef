import { expect, test } from 'vitest';
import type { Role } from '#contract/access.ts';
import { company } from '#contract/company.ts';
import { canonical, guarded, rooms } from './rooms.ts';

const both = [
  '/Hours',
  '/TrainingFiles',
  '/Holiday',
  '/Reports',
  '/Directory',
  '/damages',
  '/Chat',
  '/Settlements',
  company.hrSite,
  '/Store',
  '/Spotlight',
  '/NewHire',
];
const tiles: Record<Role, string[]> = {
  // And /inquiries, which SPEC.md has no tile for.
  admin: [
    ...both,
    '/applications',
    '/PortalJobs',
    '/users',
    '/AdminFiles',
    'testimonials',
    '/inquiries',
  ],
  employee: [...both, '/EmployeeFiles'],
};

test.each(['admin', 'employee'] as const)(
  "SPEC.md's tiles of the %s, as it spells them (N2)",
  (role) => {
    const hrefs = rooms.filter((room) => room.tile.includes(role)).map((room) => room.href);
    expect(hrefs.sort()).toEqual(tiles[role].sort());
  },
);

test('a room is shown to whom its guard lets in', () => {
  for (const room of rooms.filter(({ external }) => !external)) {
    const may = guarded[canonical(room.href)] ?? ['admin'];
    for (const role of [...room.rail, ...room.tile]) expect(may, room.href).toContain(role);
  }
});
