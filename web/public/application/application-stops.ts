import type { FormValues } from '#web/lib/form-values.ts';

export interface Stop {
  id: string;
  title: string;
  /** For the progress strip. */
  short: string;
  /** The parts that must be answered. */
  required: readonly string[];
  /** What belongs to it: names, or the beginnings of the names of rows. */
  fields: readonly string[];
}

/** The marked sections of the application, in their order. */
export const stops = [
  {
    id: 'you',
    title: 'About you',
    short: 'You',
    required: ['first_name', 'middle_initial', 'last_name', 'phone', 'email'],
    fields: [],
  },
  {
    id: 'address',
    title: 'Address',
    short: 'Address',
    required: ['street_address', 'city', 'state'],
    fields: ['zipcode'],
  },
  {
    id: 'license',
    title: "Driver's license",
    short: 'License',
    required: [],
    fields: [
      'is_over_25',
      'has_driver_license',
      'driver_license_',
      'has_manual_transmission_experience',
    ],
  },
  {
    id: 'cdl',
    title: 'CDL and hauling',
    short: 'CDL',
    required: [],
    fields: [
      'has_cdl_license',
      'cdl_',
      'has_dot_card',
      'can_pass_dot_drug_test',
      'manual_transmission_endorsement',
      'car_hauling_experience_years',
    ],
  },
  {
    id: 'experience',
    title: 'Work experience',
    short: 'Work',
    required: [],
    fields: ['workExperiences.'],
  },
  {
    id: 'references',
    title: 'References',
    short: 'References',
    required: [],
    fields: ['references.'],
  },
  { id: 'resume', title: 'Resume', short: 'Resume', required: [], fields: ['resume'] },
  {
    id: 'eligibility',
    title: 'Eligibility',
    short: 'Eligibility',
    required: [],
    fields: ['authorized_to_work_us', 'requires_sponsorship'],
  },
  {
    id: 'self',
    title: 'Self-identification',
    short: 'Self-ID',
    required: ['gender', 'race'],
    fields: [],
  },
] as const satisfies readonly Stop[];

/** The name of a section by its id. */
export type StopId = (typeof stops)[number]['id'];

/** The number of a section, from 1, and its title. */
export function stopOf(id: StopId): { step: number; title: string } {
  const index = stops.findIndex((stop) => stop.id === id);
  return { step: index + 1, title: stops[index]?.title ?? '' };
}

const answered = (value: string | undefined) => value !== undefined && value.trim() !== '';

/** How many required answers there are and are given, and which sections have what they need. */
export function progressOf(values: FormValues): { given: number; all: number; done: boolean[] } {
  const required = stops.flatMap((stop): readonly string[] => stop.required);
  const filled = Object.keys(values).filter(
    (name) => answered(values[name]) && values[name] !== '0',
  );
  return {
    given: required.filter((name) => answered(values[name])).length,
    all: required.length,
    done: stops.map((stop: Stop) =>
      stop.required.length > 0
        ? stop.required.every((name) => answered(values[name]))
        : filled.some((name) => stop.fields.some((field) => name.startsWith(field))),
    ),
  };
}
