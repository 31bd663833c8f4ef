import type { DocumentsTable } from '../database/tables-documents.ts';
import { instantBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { reportTexts, trainingTexts } from './document-texts.ts';
import { isDriver, type SamplePerson } from './people.ts';
import { receiptsOf, type SampleReceipt, type Seeing } from './receipts.ts';
import { sampleSettlements } from './settlements.ts';
import type { Sheet } from './sheet.ts';

/** A sheet with the key under which its bytes are kept. */
export interface SampleSheet {
  key: string;
  name: string;
  sheet: Sheet;
  createdAt: string;
}

/** A version that was sent back. */
export interface SampleVersion {
  username: string;
  number: number;
  status: 'Incomplete' | 'Complete' | 'Rejected' | 'Archived';
  reason: string;
  judgedAt: string | null;
  file: SampleSheet;
}

export interface SampleDocument {
  kind: DocumentsTable['kind'];
  name: string;
  file: SampleSheet;
  acknowledge: 0 | 1;
  /** Username of the admin. */
  uploadedBy: string;
  usernames: readonly string[];
  receipts: readonly SampleReceipt[];
  versions: readonly SampleVersion[];
  /** What it was before its content was replaced, and who has seen that. */
  earlier: { sheet: Sheet; createdAt: string; receipts: readonly SampleReceipt[] } | null;
}

/** What differs from one document to the next. */
interface Handing {
  kind: DocumentsTable['kind'];
  name: string;
  sheet: Omit<Sheet, 'written'>;
  daysAgo: number;
  acknowledge?: 0 | 1;
  usernames: readonly string[];
  uploadedBy: string;
  seeing: Partial<Seeing>;
}

/** A document that is handed out once, to be seen by most. */
export function handOut(now: Date, dice: Dice, handing: Handing): SampleDocument {
  const { kind, name, sheet, daysAgo, acknowledge = 0, usernames, uploadedBy, seeing } = handing;
  const createdAt = instantBefore(now, daysAgo, dice.whole(8 * 60, 16 * 60));
  const file = {
    key: `${kind}/${dice.uuid()}.pdf`,
    name,
    sheet: { ...sheet, written: new Date(createdAt) },
    createdAt,
  };
  const receipts = receiptsOf(dice, now, createdAt, usernames, { acknowledge, ...seeing });
  return {
    kind,
    name,
    file,
    acknowledge,
    uploadedBy,
    usernames,
    receipts,
    versions: [],
    earlier: null,
  };
}

function replacedGuide(now: Date, dice: Dice, handing: Handing): SampleDocument {
  const document = handOut(now, dice, handing);
  const createdAt = instantBefore(now, handing.daysAgo + 70, 10 * 60);
  const sheet = { ...trainingTexts.tieDownsBefore, written: new Date(createdAt) };
  const seeing = { acknowledge: 0 as const, opened: 95 };
  const receipts = receiptsOf(dice, now, createdAt, handing.usernames, seeing);
  return { ...document, earlier: { sheet, createdAt, receipts } };
}

/** Training, settlements and reports of the last months; `shown` is the employee whose sign-in is printed. */
export function sampleDocuments(
  now: Date,
  people: readonly SamplePerson[],
  shown: string,
): SampleDocument[] {
  const dice = new Dice('documents');
  const names = (of: readonly SamplePerson[]) => of.map(({ username }) => username);
  const [safety, clerk, dispatch] = names(people.filter(({ role }) => role === 'admin'));
  const employees = names(people.filter(({ role }) => role === 'employee'));
  const drivers = names(people.filter(isDriver));
  const office = names(
    people.filter(({ department }) =>
      ['Finance', 'Fleet Management', 'Logistics'].includes(department),
    ),
  );
  const training = (handing: Omit<Handing, 'kind' | 'uploadedBy'>): Handing => ({
    kind: 'training',
    uploadedBy: safety ?? '',
    ...handing,
  });
  const report = (daysAgo: number, name: string, sheet: Handing['sheet']): SampleDocument =>
    handOut(now, dice, {
      kind: 'reports',
      name,
      sheet,
      daysAgo,
      usernames: office,
      uploadedBy: dispatch ?? '',
      seeing: { opened: 60 },
    });
  return [
    replacedGuide(
      now,
      dice,
      training({
        name: 'Nine-car tie-down guide.pdf',
        sheet: trainingTexts.tieDowns,
        daysAgo: 21,
        usernames: drivers,
        seeing: { opened: 70 },
      }),
    ),
    handOut(
      now,
      dice,
      training({
        name: 'Yard rules, Joliet and Omaha.pdf',
        sheet: trainingTexts.yard,
        daysAgo: 75,
        usernames: employees,
        seeing: { opened: 92 },
      }),
    ),
    handOut(
      now,
      dice,
      training({
        name: 'Winter driving: the first hour.pdf',
        sheet: trainingTexts.winter,
        daysAgo: 12,
        usernames: drivers,
        seeing: { opened: 100 },
      }),
    ),
    handOut(
      now,
      dice,
      training({
        name: 'Hours of service: what we ask of you.pdf',
        sheet: trainingTexts.hours,
        daysAgo: 4,
        acknowledge: 1,
        usernames: drivers,
        seeing: { opened: 65, notBy: [shown] },
      }),
    ),
    report(9, 'On-time performance, last month.pdf', reportTexts.onTime),
    report(38, 'On-time performance, the month before.pdf', reportTexts.onTime),
    report(10, 'Fuel by tractor.pdf', reportTexts.fuel),
    report(30, 'Damage claims of the quarter.pdf', reportTexts.claims),
    ...sampleSettlements(now, people).map(({ driver, daysAgo, fileName, sheet }) =>
      handOut(now, dice, {
        kind: 'settlements',
        name: fileName,
        sheet,
        daysAgo,
        usernames: [driver.username],
        uploadedBy: clerk ?? '',
        // The newest is what the shown employee finds waiting.
        seeing: { opened: daysAgo > 7 ? 94 : 50, notBy: daysAgo > 7 ? [] : [shown] },
      }),
    ),
  ];
}
