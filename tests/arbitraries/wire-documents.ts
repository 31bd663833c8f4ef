import { pdfOf } from '../harness/multipart.ts';
import {
  choice,
  type FieldRule,
  flag,
  optionalLine,
  optionalText,
  type Wire,
} from './wire-rules.ts';

const file = () => pdfOf('A file of the office');
const version: FieldRule = { kind: 'version' };
const people: FieldRule = { kind: 'ids', required: true };
const fileName = optionalLine(200);

/** The calls of training, settlements and reports. */
function ofKind(Kind: string): Record<string, Wire> {
  const document = () => ({ user_ids: '[1,2]', file_name: 'Tie-downs.pdf', acknowledge: '1' });
  const fields = { user_ids: people, file_name: fileName, acknowledge: flag };
  return {
    [`upload${Kind}`]: { valid: document, fields, file },
    [`update${Kind}`]: {
      valid: () => ({ ...document(), version: 1 }),
      fields: { ...fields, version },
    },
  };
}

const form = () => ({ user_ids: '[1,2]', file_name: 'W-4.pdf', acknowledge: '0' });
const formFields: Record<string, FieldRule> = {
  user_ids: { kind: 'ids', required: false },
  file_name: fileName,
  acknowledge: flag,
};

/** Whoever calls puts the first document, the first version sent back and the first dropped file there. */
export const documentWires: Record<string, Wire> = {
  ...ofKind('Training'),
  ...ofKind('Settlements'),
  ...ofKind('Reports'),
  remindMissing: {
    valid: () => ({ file_id: 1 }),
    fields: {
      file_id: { kind: 'id', mayBeBlank: true },
      user_id: { kind: 'id', mayBeBlank: true },
    },
  },
  uploadEmployeeFile: { valid: form, fields: formFields, file },
  updateEmployeeFile: {
    valid: () => ({ ...form(), version: 1 }),
    fields: { ...formFields, version },
  },
  submitVersion: { valid: () => ({}), fields: {}, file },
  setSubmissionStatus: {
    valid: () => ({ status: 'Rejected', reason: 'The second page is missing.' }),
    fields: {
      status: choice('Incomplete', 'Complete', 'Rejected', 'Archived'),
      reason: optionalText,
    },
  },
  addDropFile: { valid: () => ({}), fields: {}, file },
  publishDrop: {
    valid: () => ({ entries: [{ drop_file_id: 1, user_id: 2, file_name: 'Week 40.pdf' }] }),
    fields: { entries: { kind: 'list' } },
  },
};
