import { kindOf } from '#contract/driver-file-kinds.ts';
import { keyOf, type SampleFile } from './sample-files.ts';
import type { Row } from './seed-tables.ts';

/** A document of a driver file. The office added it, unless it has a state: then the driver sent it. */
export interface SampleDriverDocument {
  kind: string;
  issued_on: string | null;
  expires_on?: string;
  uploaded_at: string;
  state?: 'waiting' | 'refused';
  reason?: string;
  cdl_class?: string;
  cdl_endorsements?: string;
  cdl_number?: string;
  cdl_state?: string;
}

/** By username. */
type DriverFile = Readonly<Record<string, readonly SampleDriverDocument[]>>;

const office = '@joy.feldman';

function fileOf(employee: string, document: SampleDriverDocument): SampleFile {
  const { kind, state, uploaded_at: createdAt } = document;
  const path = `driver-file/${[employee, kind, state].filter(Boolean).join('-')}.pdf`;
  return { path, name: `${kindOf(kind).label}.pdf`, createdAt };
}

export function driverFiles(driverFile: DriverFile): SampleFile[] {
  return Object.entries(driverFile).flatMap(([employee, documents]) =>
    documents.map((document) => fileOf(employee, document)),
  );
}

function rowOf(employee: string, document: SampleDriverDocument): Row {
  const { state, uploaded_at } = document;
  const unstated = { cdl_class: '', cdl_endorsements: '', cdl_number: '', cdl_state: '' };
  return {
    ...{ expires_on: null, reason: '', ...unstated, ...document },
    employee_id: `@${employee}`,
    object_key: keyOf(fileOf(employee, document).path),
    state: state ?? 'current',
    uploaded_by: state ? `@${employee}` : office,
    checked_by: state ? null : office,
    checked_at: state ? null : uploaded_at,
    version: state ? 3 : 2,
  };
}

export function driverDocumentRows(driverFile: DriverFile): Row[] {
  return Object.entries(driverFile).flatMap(([employee, documents]) =>
    documents.map((document) => rowOf(employee, document)),
  );
}
