import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import type { MatchReason } from '#contract/rules/settlement-reading.ts';
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

function reasonsOf(reasons: readonly MatchReason[]): string {
  return reasons.map((reason) => messages.reasons[reason]).join(', ');
}

/** What speaks for and against a candidate. */
function argumentsOf({ reasons, against }: DropFile['candidates'][number]): string {
  const doubts = against.map((doubt) => messages.doubts[doubt]).join(', ');
  return [reasonsOf(reasons), doubts && `but ${doubts}`].filter(Boolean).join('; ');
}

const maxNamed = 4;

/** Why a file is matched or needs a review, in sentences. */
export function findingText({ finding, note, candidates }: DropFile): string {
  const explanation = note === null ? '' : messages.notes[note];
  const [first] = candidates;
  if (finding === 'match' && first) {
    return [`Matched by ${reasonsOf(first.reasons)}.`, explanation].filter(Boolean).join(' ');
  }
  const named = candidates.slice(0, maxNamed);
  const groups = Map.groupBy(named, argumentsOf);
  const who = Array.from(
    groups,
    ([reasons, people]) => `${people.map(({ name }) => name).join(', ')}: ${reasons}.`,
  );
  const more = candidates.length - named.length;
  if (more > 0) who.push(`And ${more} more.`);
  return [explanation, ...who].filter(Boolean).join(' ');
}

/** 'Rosa Diaz (rdiaz, payroll 104)': also distinguishes drivers with the same name. */
export function driverLabel(user: User): string {
  const name = personName(user);
  const { username, payroll_number } = user;
  const marks = [name !== username && username, payroll_number && `payroll ${payroll_number}`];
  const known = marks.filter(Boolean).join(', ');
  return known ? `${name} (${known})` : name;
}
