import { periodText } from '#contract/filters/files.ts';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import { dollars } from '#contract/rules/dollars.ts';
import type { DropFile } from '#contract/settlement-drops.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { User } from '#contract/users.ts';

export function settlements(count: number): string {
  return count === 1 ? '1 settlement' : `${count} settlements`;
}

export function filesWait(count: number): string {
  return count === 1 ? '1 file waits to be published.' : `${count} files wait to be published.`;
}

/** The question before publishing; `staying` files remain in the drop. */
export function publishQuestion(entries: readonly { user_id: number }[], staying: number) {
  const drivers = new Set(entries.map(({ user_id }) => user_id)).size;
  const what = entries.length === 1 ? 'it' : 'them';
  const recipients = drivers === 1 ? `1 driver gets ${what}` : `${drivers} drivers get ${what}`;
  return {
    title: `Publish ${settlements(entries.length)}?`,
    description: `${recipients} at once, with a notification.${staying > 0 ? ` ${filesWait(staying)}` : ''}`,
    confirmLabel: 'Publish',
  };
}

/** Whether a file has lines to point at. */
export const isReadable = ({ note }: DropFile) =>
  note !== 'waiting' && note !== 'unreadable' && note !== 'slow';

const maxNamed = 4;

/** Why a file is a match or needs a review, what is read in it, and who is suggested, in sentences. */
export function findingText(file: DropFile): string {
  const { finding, note, candidates, net_pay, period_to } = file;
  const values = [
    net_pay !== null && `net pay ${dollars(net_pay)}`,
    period_to !== null && `period ${periodText(file)}`,
  ].filter(Boolean);
  const read = values.length > 0 && `Reads ${values.join(', ')}.`;
  const explanation = note !== null && messages.notes[note];
  if (finding === 'match') return [messages.matched, read, explanation].filter(Boolean).join(' ');
  const groups = Map.groupBy(candidates.slice(0, maxNamed), ({ reasons }) =>
    reasons.map((reason) => messages.reasons[reason]).join(', '),
  );
  const who = Array.from(
    groups,
    ([reasons, people]) => `${people.map(({ name }) => name).join(', ')}: ${reasons}.`,
  );
  const more = candidates.length - maxNamed;
  if (more > 0) who.push(`And ${more} more.`);
  return [explanation, read, ...who].filter(Boolean).join(' ');
}

/** 'Rosa Diaz (rdiaz, payroll 104)': also distinguishes drivers with the same name. */
export function driverLabel(user: User): string {
  const name = personName(user);
  const { username, payroll_number } = user;
  const marks = [name !== username && username, payroll_number && `payroll ${payroll_number}`];
  const known = marks.filter(Boolean).join(', ');
  return known ? `${name} (${known})` : name;
}
