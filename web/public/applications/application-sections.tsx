import type { ReactNode } from 'react';
import { isBlank } from '#contract/text/blank-text.ts';
import { t } from '#contract/text/languages.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';
import { FormSection } from '#web/ui/form-section.tsx';

export interface Section {
  id: string;
  title: () => string;
  /** Label in the progress strip. */
  short: () => string;
  /** Names of required fields. */
  required: readonly string[];
  /** Names or name prefixes of the other fields. */
  fields: readonly string[];
}

/** The sections of the application in order. */
export const sections = [
  {
    id: 'you',
    title: () => t('About you', 'Sobre usted'),
    short: () => t('You', 'Usted'),
    required: ['first_name', 'middle_initial', 'last_name', 'phone', 'email'],
    fields: [],
  },
  {
    id: 'address',
    title: () => t('Address', 'Domicilio'),
    short: () => t('Address', 'Domicilio'),
    required: ['street_address', 'city', 'state'],
    fields: ['zipcode'],
  },
  {
    id: 'license',
    title: () => t("Driver's license", 'Licencia de manejo'),
    short: () => t('License', 'Licencia'),
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
    title: () => t('CDL and hauling', 'CDL y experiencia'),
    short: () => 'CDL',
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
    title: () => t('Work experience', 'Experiencia laboral'),
    short: () => t('Work', 'Trabajo'),
    required: [],
    fields: ['workExperiences.'],
  },
  {
    id: 'references',
    title: () => t('References', 'Referencias'),
    short: () => t('References', 'Referencias'),
    required: [],
    fields: ['references.'],
  },
  {
    id: 'resume',
    title: () => t('Resume', 'Currículum'),
    short: () => t('Resume', 'Currículum'),
    required: [],
    fields: ['resume'],
  },
  {
    id: 'eligibility',
    title: () => t('Eligibility', 'Permiso de trabajo'),
    short: () => t('Eligibility', 'Permiso'),
    required: [],
    fields: ['authorized_to_work_us', 'requires_sponsorship'],
  },
  {
    id: 'self',
    title: () => t('Self-identification', 'Autoidentificación'),
    short: () => t('Self-ID', 'Datos'),
    required: ['gender', 'race'],
    fields: [],
  },
] as const satisfies readonly Section[];

export type SectionId = (typeof sections)[number]['id'];

export function sectionHeading(id: SectionId): { step: number; title: string } {
  const index = sections.findIndex((section) => section.id === id);
  return { step: index + 1, title: sections[index]?.title() ?? '' };
}

const answered = (value: string | undefined) => value !== undefined && !isBlank(value);

interface Progress {
  /** Required answers without an error. */
  given: number;
  all: number;
  /** Which sections are complete and have no error. */
  done: boolean[];
  /** Number of answers to correct, without missing ones. */
  errors: number;
}

export function progressOf(values: FormValues, errors: Record<string, string>): Progress {
  const required = sections.flatMap((section): readonly string[] => section.required);
  const filled = Object.keys(values).filter(
    (name) => answered(values[name]) && values[name] !== '0',
  );
  const isGiven = (name: string) => answered(values[name]) && !errors[name];
  const wrong = Object.keys(errors).filter((name) => answered(values[name]));
  // A row has required fields of its own.
  const missingInRows = Object.keys(errors).filter(
    (name) => !required.includes(name) && !answered(values[name]),
  );
  const belongsTo = (section: Section) => (name: string) =>
    [...section.required, ...section.fields].some((field) => name.startsWith(field));
  return {
    errors: wrong.length,
    given: required.filter(isGiven).length,
    all: required.length + missingInRows.length,
    done: sections.map((section: Section) => {
      if (wrong.some(belongsTo(section))) return false;
      return section.required.length > 0
        ? section.required.every(isGiven)
        : filled.some(belongsTo(section));
    }),
  };
}

interface ApplicationSectionProps {
  id: SectionId;
  hint?: ReactNode;
  children: ReactNode;
}

/** A section with the anchor that the progress strip links to. */
export function ApplicationSection({ id, ...rest }: ApplicationSectionProps) {
  return (
    <div className="scroll-mt-6" id={id}>
      <FormSection {...sectionHeading(id)} {...rest} />
    </div>
  );
}
