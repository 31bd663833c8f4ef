import { ownKinds } from './company/driver-file-kinds.ts';
import { t } from './text/languages.ts';

/** Resumes and other documents of applicants. Nobody needs it, so it is never missing. */
export const sentKind = 'sent_documents';

/** Every kind of document, in the order of the file. Those from the office are made or ordered by it: a driver can't add them. */
export const driverFileKinds = [
  { kind: 'cdl', label: 'CDL', spanish: 'CDL', renewal: 'dated', from: 'driver' },
  {
    kind: 'medical_certificate',
    label: 'Medical certificate',
    spanish: 'Certificado médico',
    renewal: 'dated',
    from: 'driver',
  },
  {
    kind: 'motor_vehicle_record',
    label: 'Motor vehicle record',
    spanish: 'Historial de manejo (MVR)',
    renewal: 'yearly',
    from: 'driver',
  },
  {
    kind: 'annual_review',
    label: 'Annual review',
    spanish: 'Revisión anual',
    renewal: 'yearly',
    from: 'office',
  },
  {
    kind: 'road_test',
    label: 'Road test or equivalent',
    spanish: 'Prueba de manejo o equivalente',
    renewal: 'never',
    from: 'driver',
  },
  {
    kind: 'previous_employers',
    label: 'Previous-employer inquiries',
    spanish: 'Consulta a empleadores anteriores',
    renewal: 'never',
    from: 'office',
  },
  {
    kind: 'drug_alcohol_query',
    label: 'Drug and alcohol query',
    spanish: 'Consulta de drogas y alcohol',
    renewal: 'yearly',
    from: 'office',
  },
  {
    kind: 'application',
    label: 'Application',
    spanish: 'Solicitud',
    renewal: 'never',
    from: 'office',
  },
  ...ownKinds,
  // What an applicant sent doesn't say what it is: the office sorts it when it checks.
  {
    kind: sentKind,
    label: 'Sent with the application',
    spanish: 'Enviado con la solicitud',
    renewal: 'never',
    from: 'office',
  },
] as const;

export type DriverFileKind = (typeof driverFileKinds)[number]['kind'];
export const kindNames = driverFileKinds.map(({ kind }) => kind) as unknown as readonly [
  DriverFileKind,
  ...DriverFileKind[],
];

/** What every driver brings. */
export const broughtKinds = driverFileKinds.flatMap(({ kind, from }) =>
  from === 'driver' ? kind : [],
);

/** A kind by its name, its label in the current language; a kind that the company no longer has keeps its name as label. */
export function kindOf(name: string) {
  const known = driverFileKinds.find(({ kind }) => kind === name);
  if (!known) {
    return { kind: name, label: name, renewal: 'never', from: 'office' } as const;
  }
  return { ...known, label: t(known.label, known.spanish) };
}
