import { ownKinds } from './company/driver-file-kinds.ts';
import { t } from './text/languages.ts';

/** Resumes and other documents of applicants. Nobody needs it, so it is never missing. */
export const sentKind = 'sent_documents';

/** Every kind of document, in the order of the file. */
export const driverFileKinds = [
  { kind: 'cdl', label: 'CDL', spanish: 'CDL', renewal: 'dated' },
  {
    kind: 'medical_certificate',
    label: 'Medical certificate',
    spanish: 'Certificado médico',
    renewal: 'dated',
  },
  {
    kind: 'motor_vehicle_record',
    label: 'Motor vehicle record',
    spanish: 'Historial de manejo (MVR)',
    renewal: 'yearly',
  },
  { kind: 'annual_review', label: 'Annual review', spanish: 'Revisión anual', renewal: 'yearly' },
  {
    kind: 'road_test',
    label: 'Road test or equivalent',
    spanish: 'Prueba de manejo o equivalente',
    renewal: 'never',
  },
  {
    kind: 'previous_employers',
    label: 'Previous-employer inquiries',
    spanish: 'Consulta a empleadores anteriores',
    renewal: 'never',
  },
  {
    kind: 'drug_alcohol_query',
    label: 'Drug and alcohol query',
    spanish: 'Consulta de drogas y alcohol',
    renewal: 'yearly',
  },
  { kind: 'application', label: 'Application', spanish: 'Solicitud', renewal: 'never' },
  ...ownKinds,
  // What an applicant sent doesn't say what it is: the office sorts it when it checks.
  {
    kind: sentKind,
    label: 'Sent with the application',
    spanish: 'Enviado con la solicitud',
    renewal: 'never',
  },
] as const;

export type DriverFileKind = (typeof driverFileKinds)[number]['kind'];
export const kindNames = driverFileKinds.map(({ kind }) => kind) as unknown as readonly [
  DriverFileKind,
  ...DriverFileKind[],
];

/** A kind by its name, its label in the current language; a kind that the company no longer has keeps its name as label. */
export function kindOf(name: string) {
  const known = driverFileKinds.find(({ kind }) => kind === name);
  if (!known) return { kind: name, label: name, renewal: 'never' as const };
  return { ...known, label: t(known.label, known.spanish) };
}
