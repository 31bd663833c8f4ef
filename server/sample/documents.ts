import { basename, dirname } from 'node:path';
import type { ObjectsTable } from '../database/tables/objects.ts';
import { keyOf, type SampleFile } from './sample-files.ts';
import type { Row } from './seed-tables.ts';

/** Delivered, opened and acknowledged, as far as it went. */
type Receipt = string[];

interface Submission {
  name: string;
  status: string;
  reason?: string;
  submittedAt: string;
  reviewedAt?: string;
}

interface Question {
  by: string;
  messages: { from: string; at: string; text: string }[];
}

/** People are named by their usernames. */
export interface SampleDocument {
  /** Below data/files, in the folder of its kind. */
  file: string;
  name: string;
  acknowledge?: 1;
  uploadedBy: string;
  uploadedAt: string;
  /** What the server would read in a settlement: its net pay, and its first and last day. */
  pay?: { cents: number; from: string; to: string };
  /** Empty: not seen yet. */
  recipients: Record<string, Receipt>;
  /** The content before it was replaced; its bytes are gone. */
  earlier?: {
    uploadedAt: string;
    size: number;
    sha256: string;
    receipts: Record<string, Receipt>;
  };
  /** What employees sent back, oldest first. */
  submissions?: Record<string, Submission[]>;
  /** What drivers asked about a settlement, oldest message first. */
  questions?: Question[];
}

/** The document, signed by an employee. */
function submissionPath({ file }: SampleDocument, { name }: Submission): string {
  return `submissions/${basename(file, '.pdf')}-${name}`;
}

/** The files of the documents and of what was sent back. */
export function documentFiles(documents: readonly SampleDocument[]): SampleFile[] {
  return documents.flatMap((document) => {
    const { file: path, name, uploadedAt: createdAt, submissions = {} } = document;
    const sent = Object.values(submissions).flat();
    return [
      { path, name, createdAt },
      ...sent.map((one) => ({
        path: submissionPath(document, one),
        name: one.name,
        createdAt: one.submittedAt,
      })),
    ];
  });
}

function receiptRows(receipts: Record<string, Receipt>, revision: number): Row[] {
  return Object.entries(receipts).flatMap(([username, times]) => {
    const [delivered_at = null, opened_at = null, acknowledged_at = null] = times;
    if (delivered_at === null) return [];
    return { user_id: `@${username}`, revision, delivered_at, opened_at, acknowledged_at };
  });
}

function questionRow({ by, messages }: Question, revision: number): Row {
  const own = messages.filter(({ from }) => from === by);
  return {
    revision,
    user_id: `@${by}`,
    status: messages.at(-1)?.from === by ? 'open' : 'answered',
    created_at: own[0]?.at,
    asked_at: own.at(-1)?.at,
    settlement_question_messages: messages.map(({ from, ...message }) => ({
      user_id: `@${from}`,
      ...message,
    })),
  };
}

function submissionRows(document: SampleDocument, submissions: readonly Submission[]): Row[] {
  return submissions.map((submission, index) => ({
    version_number: index + 1,
    status: submission.status,
    reason: submission.reason ?? '',
    judged_at: submission.reviewedAt ?? null,
    object_key: keyOf(submissionPath(document, submission)),
    submitted_at: submission.submittedAt,
  }));
}

/** A document with its revisions, assignments, receipts and submissions; `objects` are the stored files by key. */
export function documentRow(
  document: SampleDocument,
  objects: ReadonlyMap<string, ObjectsTable>,
): Row {
  const {
    file,
    name,
    acknowledge = 0,
    uploadedBy,
    uploadedAt,
    pay,
    recipients,
    earlier,
  } = document;
  const object = objects.get(keyOf(file));
  if (!object) throw new Error(`the file of ${name} wasn't stored`);
  const { key: object_key, sha256, size } = object;
  const revision = earlier ? 2 : 1;
  const revisions = [...(earlier ? [earlier] : []), { uploadedAt, sha256, size }];
  return {
    ...{ kind: dirname(file), file_name: name, object_key, revision, acknowledge },
    uploaded_by: `@${uploadedBy}`,
    uploaded_at: uploadedAt,
    version: revision,
    document_revisions: revisions.map((one, index) => ({
      revision: index + 1,
      original_name: name,
      sha256: one.sha256,
      size: one.size,
      uploaded_at: one.uploadedAt,
      net_pay_cents: pay?.cents ?? null,
      page_read_at: pay ? uploadedAt : null,
      period_from: pay?.from ?? null,
      period_to: pay?.to ?? null,
      period_read_at: pay ? uploadedAt : null,
    })),
    document_assignments: Object.keys(recipients).map((username) => {
      const submissions = submissionRows(document, document.submissions?.[username] ?? []);
      return {
        user_id: `@${username}`,
        assigned_at: earlier?.uploadedAt ?? uploadedAt,
        last_version: submissions.length,
        submissions,
      };
    }),
    settlement_questions: (document.questions ?? []).map((question) =>
      questionRow(question, revision),
    ),
    document_receipts: [
      ...receiptRows(earlier?.receipts ?? {}, 1),
      ...receiptRows(recipients, revision),
    ],
  };
}
