import { applicationsEvent } from '#contract/application-stages.ts';
import { badgesEvent } from '#contract/portal.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Write } from '../../platform/writes/writes.ts';
import type { Applicant } from './applications.queries.ts';

export const auditTarget = (id: number, applicant: Applicant) => ({
  kind: 'application',
  id,
  label: [personName(applicant), applicant.position].filter(Boolean).join(', '),
});

/** Makes the open pages of admins reload the applications and the count of new ones. */
export function publishApplications({ publish }: Pick<Write, 'publish'>): void {
  publish('admins', applicationsEvent);
  publish('admins', badgesEvent);
}
