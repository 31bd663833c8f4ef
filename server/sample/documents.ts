import { createHash } from 'node:crypto';
import type { ObjectsTable } from '../database/tables/objects.ts';
import { sheetPdf } from './pdf.ts';
import type { Receipt, SampleDocument } from './sample-data.ts';
import { type SampleFile, sheetFile } from './sample-files.ts';
import type { Row } from './seed-tables.ts';

type Question = NonNullable<SampleDocument['questions']>[number];

function fileOf({ kind, name, sheet, uploadedAt: createdAt, recipients }: SampleDocument) {
  const id = `${name} ${createdAt} ${Object.keys(recipients).join(' ')}`;
  return sheetFile(kind, id, { name, sheet, createdAt });
}

/** The submissions of one employee: the document's sheet, signed. */
function submissionFiles(document: SampleDocument, username: string): SampleFile[] {
  return (document.submissions?.[username] ?? []).map(({ name, signed, submittedAt }) => {
    const sheet = { ...document.sheet, signed };
    const id = `${document.name} ${name}`;
    return sheetFile('submissions', id, { name, sheet, createdAt: submittedAt });
  });
}

export function documentFiles(documents: readonly SampleDocument[]): SampleFile[] {
  return documents.flatMap((document) => [
    fileOf(document),
    ...Object.keys(document.recipients).flatMap((username) => submissionFiles(document, username)),
  ]);
}

function receiptRows(receipts: Record<string, Receipt>, revision: number): Row[] {
  return Object.entries(receipts).flatMap(([username, times]) => {
    const [delivered_at = null, opened_at = null, acknowledged_at = null] = times;
    if (delivered_at === null) return [];
    return { user_id: `@${username}`, revision, delivered_at, opened_at, acknowledged_at };
  });
}

async function earlierRevision({ name, earlier }: SampleDocument): Promise<Row[]> {
  if (!earlier) return [];
  const bytes = await sheetPdf(earlier.sheet, earlier.uploadedAt);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const revision = { revision: 1, original_name: name, sha256, size: bytes.length };
  return [{ ...revision, uploaded_at: earlier.uploadedAt }];
}

/** Without messages that aren't written yet. */
function questionRow({ by, messages: planned }: Question, revision: number): Row[] {
  const messages = planned.filter(({ at }) => at !== null);
  const own = messages.filter(({ from }) => from === by);
  if (own.length === 0) return [];
  const row = {
    revision,
    user_id: `@${by}`,
    status: messages.at(-1)?.from === by ? 'open' : 'answered',
    created_at: own[0]?.at,
    asked_at: own.at(-1)?.at,
    settlement_question_messages: messages.map(({ from, at, text }) => ({
      user_id: `@${from}`,
      at,
      text,
    })),
  };
  return [row];
}

async function documentRow(
  document: SampleDocument,
  objects: ReadonlyMap<string, ObjectsTable>,
): Promise<Row> {
  const { kind, name, acknowledge = 0, uploadedBy, uploadedAt, recipients, earlier } = document;
  const { key } = fileOf(document);
  const object = objects.get(key);
  if (!object) throw new Error(`the file of ${name} wasn't stored`);
  const { sha256, size } = object;
  const revision = earlier ? 2 : 1;
  return {
    kind,
    file_name: name,
    object_key: key,
    revision,
    acknowledge,
    uploaded_by: `@${uploadedBy}|null`,
    uploaded_at: uploadedAt,
    version: revision,
    document_revisions: [
      ...(await earlierRevision(document)),
      { revision, original_name: name, sha256, size, uploaded_at: uploadedAt },
    ],
    document_assignments: Object.keys(recipients).map((username) => {
      const files = submissionFiles(document, username);
      return {
        user_id: `@${username}`,
        assigned_at: earlier?.uploadedAt ?? uploadedAt,
        last_version: files.length,
        submissions: files.map((file, index) => {
          const {
            status,
            reason = '',
            reviewedAt = null,
          } = document.submissions?.[username]?.[index] ?? {};
          return {
            version_number: index + 1,
            status,
            reason,
            judged_at: reviewedAt,
            object_key: file.key,
            submitted_at: file.createdAt,
          };
        }),
      };
    }),
    settlement_questions: (document.questions ?? []).flatMap((question) =>
      questionRow(question, revision),
    ),
    document_receipts: [
      ...receiptRows(earlier?.receipts ?? {}, 1),
      ...receiptRows(recipients, revision),
    ],
  };
}

/** Documents with their revisions, assignments, receipts and submissions; `objects` are the stored files by key. */
export async function documentRows(
  documents: readonly SampleDocument[],
  objects: ReadonlyMap<string, ObjectsTable>,
): Promise<Row[]> {
  return Promise.all(documents.map((document) => documentRow(document, objects)));
}
