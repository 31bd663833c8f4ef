import { instantBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { formTexts } from './document-texts.ts';
import { handOut, type SampleDocument, type SampleVersion } from './documents.ts';
import { isDriver, plainLetters, type SamplePerson } from './people.ts';

/** Status, why, and how many days ago it was sent and judged; null: nobody has looked yet. */
type Sent = readonly [SampleVersion['status'], string, number, number | null];

/** How it went, by who has to send it back, in turn; the first is the shown employee. */
const ways: Readonly<Record<'withholding' | 'deposit' | 'medical', readonly (readonly Sent[])[]>> =
  {
    withholding: [
      [['Rejected', 'Step 5 is not signed. Please sign, date and send it again.', 6, 3]],
      [['Complete', '', 25, 22]],
      [
        ['Rejected', 'The second half of the page is cut off.', 24, 22],
        ['Complete', '', 20, 17],
      ],
      [['Incomplete', '', 2, null]],
      [],
      [['Complete', '', 26, 22]],
      [
        ['Rejected', 'This is the form of last year.', 23, 22],
        ['Rejected', 'The filing status is missing.', 15, 14],
        ['Incomplete', '', 1, null],
      ],
    ],
    deposit: [
      [
        ['Archived', '', 80, 79],
        ['Complete', '', 31, 30],
      ],
      [['Complete', '', 78, 76]],
      [],
      [['Incomplete', '', 3, 2]],
    ],
    medical: [
      [],
      [['Complete', '', 40, 38]],
      [['Incomplete', '', 5, null]],
      [],
      [['Complete', '', 44, 38]],
    ],
  };

function versions(
  now: Date,
  dice: Dice,
  document: SampleDocument,
  person: SamplePerson,
  sent: readonly Sent[],
): SampleVersion[] {
  return sent.map(([status, reason, sentAgo, judgedAgo], index) => {
    const createdAt = instantBefore(now, sentAgo, dice.whole(7 * 60, 20 * 60));
    const name = `${person.firstName} ${person.lastName}`;
    return {
      username: person.username,
      number: index + 1,
      status,
      reason,
      judgedAt: judgedAgo === null ? null : instantBefore(now, judgedAgo, dice.whole(540, 990)),
      file: {
        key: `submissions/${dice.uuid()}.pdf`,
        name: `scan-${plainLetters(person.lastName)}-${index + 1}.pdf`,
        sheet: {
          ...document.file.sheet,
          signed: reason.includes('not signed') ? null : name,
          written: new Date(createdAt),
        },
        createdAt,
      },
    };
  });
}

/** Forms that were handed out, with what came back; `shown` is the employee whose sign-in is printed. */
export function sampleEmployeeFiles(
  now: Date,
  people: readonly SamplePerson[],
  shown: string,
): SampleDocument[] {
  const dice = new Dice('employee files');
  const [, clerk] = people;
  const inTurn = (of: readonly SamplePerson[]) =>
    of.toSorted((one, other) => Number(other.username === shown) - Number(one.username === shown));
  const drivers = inTurn(people.filter(isDriver));
  const employees = inTurn(people.filter(({ role }) => role === 'employee'));
  const form = (
    which: keyof typeof ways,
    name: string,
    daysAgo: number,
    to: readonly SamplePerson[],
    acknowledge: 0 | 1 = 0,
  ): SampleDocument => {
    const ofEach = ways[which];
    const sent = to.map((person, index) => ({ person, way: ofEach[index % ofEach.length] ?? [] }));
    const document = handOut(now, dice, {
      kind: 'employee-files',
      name,
      sheet: formTexts[which],
      daysAgo,
      acknowledge,
      usernames: to.map(({ username }) => username),
      uploadedBy: clerk?.username ?? '',
      // Who has sent something back has opened it before.
      seeing: {
        opened: 100,
        notBy: sent.filter(({ way }) => way.length === 0).map(({ person }) => person.username),
      },
    });
    return {
      ...document,
      versions: sent.flatMap(({ person, way }) => versions(now, dice, document, person, way)),
    };
  };
  return [
    form('deposit', 'Direct deposit authorization.pdf', 88, employees.slice(0, 8)),
    form('medical', 'Medical card, copy for the driver file.pdf', 48, drivers, 1),
    form('withholding', 'Form W-4.pdf', 30, employees.slice(0, 14)),
  ];
}
