import { kindOf } from '#contract/driver-file.ts';
import { type SampleFile, sheetFile } from './sample-files.ts';
import type { Row } from './seed-tables.ts';

/** A document of a driver file. The office added it, unless it has a state: then the driver sent it. */
export interface SampleDriverDocument {
  /** Username. */
  employee: string;
  kind: string;
  issued_on: string | null;
  expires_on: string | null;
  uploaded_at: string;
  state?: 'waiting' | 'refused';
  reason?: string;
  cdl_class?: string;
  cdl_endorsements?: string;
  cdl_number?: string;
  cdl_state?: string;
}

function fileOf(document: SampleDriverDocument): SampleFile {
  const { employee, kind, issued_on, expires_on, uploaded_at: createdAt } = document;
  const { label } = kindOf(kind);
  const lines = [
    `Issued: ${issued_on ?? 'not stated'}`,
    ...(expires_on ? [`Valid until: ${expires_on}`] : []),
    ...(document.cdl_number ? [`Number: ${document.cdl_number}, ${document.cdl_state}`] : []),
  ];
  const sheet = {
    title: label,
    under: employee.replace('.', ' '),
    sections: [{ heading: 'Copy', lines }],
  };
  return sheetFile('driver-file', `${employee} ${kind} ${document.state ?? ''}`, {
    name: `${label}.pdf`,
    sheet,
    createdAt,
  });
}

export function driverFiles(documents: readonly SampleDriverDocument[]): SampleFile[] {
  return documents.map(fileOf);
}

export function driverDocumentRows(documents: readonly SampleDriverDocument[]): Row[] {
  return documents.map((document) => {
    const { employee, kind, issued_on, expires_on, uploaded_at, state, reason = '' } = document;
    const { cdl_class = '', cdl_endorsements = '', cdl_number = '', cdl_state = '' } = document;
    const office = '@joy.feldman|patrice.nowak';
    return {
      employee_id: `@${employee}`,
      object_key: fileOf(document).key,
      state: state ?? 'current',
      ...{ kind, issued_on, expires_on, cdl_class, cdl_endorsements, cdl_number, cdl_state },
      uploaded_by: state ? `@${employee}` : office,
      uploaded_at,
      checked_by: state ? null : office,
      checked_at: state ? null : uploaded_at,
      reason,
      version: state ? 3 : 2,
    };
  });
}
