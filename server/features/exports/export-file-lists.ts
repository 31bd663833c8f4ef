/** The exported lists of files: documents, what employees return, and receipts. */
import * as z from 'zod/mini';
import * as documents from '#contract/documents.ts';
import * as employeeFiles from '#contract/employee-files.ts';
import {
  documentsFilter,
  documentTotalsFilter,
  employeeFilesFilter,
  receiptsFilter,
  receiptTotalsFilter,
} from '#contract/filters/files.ts';
import { receipts as receiptMessages } from '#contract/messages/receipts.ts';
import * as receipts from '#contract/receipts.ts';
import { define, filteredBy, labelled } from './export-list.ts';

const money = { kind: 'money' } as const;
const document = { file_name: { label: 'File' }, size: { label: 'Bytes' } };
const receiptKind = { kind: labelled(receiptMessages.kinds) };
const asked = { acknowledge: { label: 'Confirmation asked for' } };

const listOf = <const K extends documents.DocumentKind>(kind: K, title: string) =>
  define({
    title,
    filter: filteredBy(documentsFilter),
    access: documents.documentCalls[kind].list.access,
    query: documents.documentCalls[kind].list.query,
    row: documents.document,
    fields: {
      ...document,
      ...asked,
      assigned_user_ids: { label: 'Assigned to', nameField: 'assigned_users' },
      opened_at: { label: 'You opened' },
      acknowledged_at: { label: 'You confirmed' },
      opened_count: { label: 'Opened by' },
      acknowledged_count: { label: 'Confirmed by' },
      net_pay: money,
      period_from: { kind: 'date' },
      period_to: { kind: 'date' },
    },
    omit: ['file_path', 'kind'],
    adminOnly: ['assigned_user_ids', 'opened_count', 'acknowledged_count'],
  });

export const fileLists = {
  training: listOf('training', 'Training'),
  settlements: listOf('settlements', 'Settlements'),
  reports: listOf('reports', 'Reports'),
  'employee-files': define({
    title: 'Employee files',
    filter: filteredBy(employeeFilesFilter),
    access: employeeFiles.listAssignments.access,
    query: employeeFiles.listAssignments.query,
    row: z.object({ ...employeeFiles.assignment.shape, user_name: z.string() }),
    fields: {
      ...document,
      ...asked,
      upload_date: { label: 'Uploaded' },
      user_name: { label: 'User' },
    },
    omit: ['file_path', 'kind', 'assigned_user_ids'],
    adminOnly: ['user_name'],
  }),
  receipts: define({
    title: 'Receipts',
    filter: filteredBy(receiptsFilter),
    access: receipts.listReceipts.access,
    query: receipts.listReceipts.query,
    row: receipts.receipt,
    fields: { ...document, ...asked, ...receiptKind },
  }),
  'receipts-people': define({
    title: 'Receipts by person',
    filter: filteredBy(receiptTotalsFilter),
    access: receipts.listReceiptTotals.access,
    row: receipts.receiptTotals,
  }),
  'receipts-files': define({
    title: 'Receipts by file',
    filter: filteredBy(documentTotalsFilter),
    access: receipts.listDocumentTotals.access,
    query: receipts.listDocumentTotals.query,
    row: receipts.documentTotals,
    fields: { ...document, ...asked, ...receiptKind },
  }),
};
