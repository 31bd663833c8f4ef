import type { Insertable } from 'kysely';
import {
  genders,
  type ReferenceInput,
  races,
  type WorkExperienceInput,
} from '#contract/applications.ts';
import type { ApplicationsTable } from '../database/tables.ts';
import { type Applicant, applicants, pastPositions } from './applicants.ts';
import { dayBefore, instantBefore, monthBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { plainLetters } from './people.ts';
import type { Resume } from './resume.ts';
import { referees, schools, type TradeWords, trades } from './trades.ts';

export interface SampleApplication {
  /** The job of that slug, or null: a job that is gone, or none. */
  jobSlug: string | null;
  row: Omit<Insertable<ApplicationsTable>, 'job_id' | 'resume_path'>;
  experiences: WorkExperienceInput[];
  references: ReferenceInput[];
  resume: Resume;
  resumeKey: string;
  resumeName: string;
}

const areaCodes: Readonly<Record<string, string>> = {
  IL: '815',
  IN: '219',
  IA: '563',
  NE: '402',
  WI: '608',
};
const streets = [
  'Maple Street',
  'Oak Ridge Drive',
  'N Center Street',
  'Cass Street',
  'Prairie Avenue',
  'W Marion Road',
  'Willow Court',
  'County Road 9',
];
const half = 50;

function pastWork(
  dice: Dice,
  now: Date,
  words: TradeWords,
  daysAgo: number,
): WorkExperienceInput[] {
  const count = dice.whole(1, 3);
  const employers = dice.some(words.employers, count);
  const titles = dice.some(words.titles, count);
  const duties = dice.some(words.duties, count * 2);
  let end = Math.ceil(daysAgo / 30);
  return employers.map((employer, index) => {
    const isCurrent = index === 0 && dice.often(60);
    const from = end + dice.whole(9, 62);
    const entry: WorkExperienceInput = {
      company: employer,
      position: titles[index] ?? titles[0] ?? '',
      from_date: monthBefore(now, from),
      to_date: isCurrent ? null : monthBefore(now, end),
      is_current: isCurrent ? 1 : 0,
      description: duties.slice(index * 2, index * 2 + 2).join(' '),
    };
    end = from + dice.whole(0, 3);
    return entry;
  });
}

function people(dice: Dice, areaCode: string): ReferenceInput[] {
  return dice.some(referees, dice.whole(1, 3)).map(([first, last, relationship]) => ({
    first_name: first,
    last_name: last,
    phone: dice.phone(areaCode),
    email: `${plainLetters(first)}.${plainLetters(last)}@example.com`,
    relationship,
  }));
}

function licenses(dice: Dice, now: Date, trade: Applicant[4], state: string) {
  const driver = trade === 'driver';
  const cdl = driver ? dice.often(92) : trade === 'technician' && dice.often(30);
  const manual = driver || dice.often(half) ? 1 : 0;
  const number = () => `${dice.signs('ABCDHKLMPRSW', 1)}${dice.signs('0123456789', 11)}`;
  return {
    has_cdl_license: cdl ? 1 : 0,
    cdl_license_number: cdl ? number() : '',
    cdl_license_state: cdl ? state : '',
    cdl_expiration_date: cdl ? dayBefore(now, -dice.whole(60, 1_400)) : null,
    has_dot_card: cdl ? 1 : 0,
    can_pass_dot_drug_test: 1,
    manual_transmission_endorsement: cdl && dice.often(80) ? 1 : 0,
    car_hauling_experience_years: driver && dice.often(60) ? dice.whole(1, 16) : 0,
    is_over_25: dice.often(88) ? 1 : 0,
    has_driver_license: 1,
    driver_license_number: number(),
    driver_license_state: state,
    driver_license_expiration: dayBefore(now, -dice.whole(60, 1_400)),
    has_manual_transmission_experience: manual,
    authorized_to_work_us: 1,
    requires_sponsorship: dice.often(5) ? 1 : 0,
    // The reviewer is to see what it looks like when it is missing.
    certification: dice.often(93) ? 1 : 0,
  };
}

function application(now: Date, dice: Dice, applicant: Applicant): SampleApplication {
  const [firstName, initial, lastName, place, trade, target, daysAgo] = applicant;
  const [city = '', state = '', zip = ''] = place.split(/, | (?=\d)/);
  const words = trades[trade];
  const areaCode = areaCodes[state] ?? '815';
  const past = target === null ? null : (pastPositions[target] ?? null);
  const experiences = pastWork(dice, now, words, daysAgo);
  const row = {
    created_at: instantBefore(now, daysAgo, dice.whole(6 * 60, 22 * 60)),
    position: past,
    first_name: firstName,
    middle_initial: initial,
    last_name: lastName,
    phone: dice.phone(areaCode),
    email: `${plainLetters(firstName)}.${plainLetters(lastName)}@example.com`,
    street_address: `${dice.whole(11, 2900)} ${dice.one(streets)}`,
    city,
    state,
    zipcode: zip,
    gender: dice.one(genders),
    race: dice.one(races),
    ...licenses(dice, now, trade, state),
  };
  const yearsBack = dice.whole(8, 25);
  return {
    jobSlug: past === null ? target : null,
    row,
    experiences,
    references: people(dice, areaCode),
    resume: {
      name: [firstName, initial === 'N/A' ? '' : `${initial}.`, lastName].filter(Boolean).join(' '),
      contact: [row.street_address, place, row.phone, row.email],
      summary: dice.one(words.summaries),
      experiences,
      skills: dice.some(words.skills, 4),
      licenses: row.has_cdl_license
        ? ['Commercial driver license, class A', 'DOT medical card']
        : [],
      education: `${dice.one(schools)}, ${Number(dayBefore(now, 0).slice(0, 4)) - yearsBack}`,
      written: new Date(row.created_at),
    },
    resumeKey: `resumes/${dice.uuid()}.pdf`,
    resumeName: dice.one([
      `${plainLetters(lastName)}-resume.pdf`,
      'resume.pdf',
      `Resume ${firstName} ${lastName}.pdf`,
    ]),
  };
}

/** The applications of three months, oldest first. */
export function sampleApplications(now: Date): SampleApplication[] {
  const dice = new Dice('applications');
  return applicants
    .map((applicant) => application(now, dice, applicant))
    .toSorted((one, other) => (one.row.created_at < other.row.created_at ? -1 : 1));
}
