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
import { employeeFiles as employeeFileMessages } from '#contract/messages/employee-files.ts';
import { receipts as receiptMessages } from '#contract/messages/receipts.ts';
import * as receipts from '#contract/receipts.ts';
import { listDocuments } from '../documents/documents.service.ts';
import { listAssignments } from '../employee-files/employee-files.service.ts';
import { listReceipts, totalsOfDocuments, totalsOfPeople } from '../receipts/receipts.service.ts';
import { filteredBy, labelled, listOf, namesIn, whole, withColumns } from './export-list.ts';

// An export isn't a delivery.
const undelivered = { ip: '', isRead: false };

const money = { kind: 'money' } as const;
const document = { file_name: { label: 'File' }, size: { label: 'Bytes' } };
const receiptKind = { kind: labelled(() => receiptMessages.kinds) };
const asked = { acknowledge: { label: 'Confirmation asked for' } };

const documentList = <const K extends documents.DocumentKind>(kind: K, title: string) =>
  listOf(documents.documentCalls[kind].list, {
    title,
    filter: filteredBy(documentsFilter),
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
    omit: ['file_path', 'kind', 'file_path_es', 'kind_es', 'size_es'],
    adminOnly: ['assigned_user_ids', 'opened_count', 'acknowledged_count'],
    open: (ctx, user) => {
      // Employees don't see the others.
      const names = user.role === 'admin' ? namesIn(ctx) : async () => [];
      const list = listDocuments(ctx, user, { kind, ...undelivered });
      return withColumns(list, async ({ assigned_user_ids }) => ({
        assigned_users: await names(assigned_user_ids),
      }));
    },
  });

export const fileLists = {
  training: documentList('training', 'Training'),
  settlements: documentList('settlements', 'Settlements'),
  reports: documentList('reports', 'Reports'),
  'employee-files': listOf(employeeFiles.listAssignments, {
    title: 'Employee files',
    filter: filteredBy(employeeFilesFilter),
    row: z.object({ ...employeeFiles.assignment.shape, user_name: z.string() }),
    fields: {
      ...document,
      ...asked,
      upload_date: { label: 'Uploaded' },
      status: labelled(() => employeeFileMessages.statuses),
      user_name: { label: 'User' },
    },
    omit: ['file_path', 'kind', 'assigned_user_ids'],
    adminOnly: ['user_name'],
    open: (ctx, user) => {
      const names = namesIn(ctx);
      return withColumns(listAssignments(ctx, user, undelivered), async ({ user_id }) => ({
        user_name: (await names([user_id]))[0] ?? '',
      }));
    },
  }),
  receipts: listOf(receipts.listReceipts, {
    title: 'Receipts',
    filter: filteredBy(receiptsFilter),
    fields: { ...document, ...asked, ...receiptKind },
    open: ({ db }, _, query) => whole(() => listReceipts(db, query)),
  }),
  'receipts-people': listOf(receipts.listReceiptTotals, {
    title: 'Receipts by person',
    filter: filteredBy(receiptTotalsFilter),
    open: ({ db }) => whole(() => totalsOfPeople(db)),
  }),
  'receipts-files': listOf(receipts.listDocumentTotals, {
    title: 'Receipts by file',
    filter: filteredBy(documentTotalsFilter),
    fields: { ...document, ...asked, ...receiptKind },
    open: totalsOfDocuments,
  }),
};
