import type { TableData } from './person-keys.ts';

/** The columns of documents, of what is written about them, and of driver files: in `personalData`. */
export const documentTables = {
  document_assignments: {
    personal: [
      ...['assigned_at', 'removed_at', 'reminded_at', 'last_version'],
      ...['opened', 'acknowledged', 'missing'],
    ],
    technical: ['assignment_id', 'file_id', 'user_id', 'reminded_by'],
    rows: { user_id: 'user' },
  },
  document_receipts: {
    personal: ['delivered_at', 'opened_at', 'acknowledged_at'],
    technical: ['file_id', 'revision', 'user_id'],
    rows: { user_id: 'user' },
  },
  documents: {
    personal: [
      ...['kind', 'file_name', 'file_name_es', 'object_key', 'object_key_es'],
      ...['uploaded_at', 'acknowledge'],
    ],
    technical: ['file_id', 'revision', 'uploaded_by', 'version', 'content_kind', 'size'],
    withheld: ['user_ids', 'assigned_count', 'opened_count', 'acknowledged_count'],
    rows: { file_id: 'document' },
  },
  document_revisions: {
    personal: ['original_name', 'uploaded_at', 'net_pay_cents', 'period_from', 'period_to'],
    technical: [
      ...['file_id', 'revision', 'sha256', 'size', 'page_read_at', 'period_read_at'],
      ...['reading_attempts', 'unreadable'],
    ],
    rows: { file_id: 'document' },
  },
  submissions: {
    personal: ['version_number', 'status', 'reason', 'object_key', 'submitted_at', 'judged_at'],
    technical: ['submission_id', 'assignment_id'],
    rows: { assignment_id: 'assignment' },
  },
  settlement_questions: {
    personal: ['status', 'created_at', 'asked_at', 'unread'],
    technical: ['question_id', 'file_id', 'revision', 'user_id'],
    rows: { user_id: 'user' },
  },
  settlement_question_messages: {
    personal: ['text', 'at', 'object_key'],
    technical: ['message_id', 'question_id', 'user_id'],
    rows: { question_id: 'question', user_id: 'user' },
  },
  driver_documents: {
    personal: [
      ...['kind', 'object_key', 'state', 'issued_on', 'expires_on', 'cdl_class'],
      ...['cdl_endorsements', 'cdl_number', 'cdl_state', 'uploaded_at', 'checked_at', 'reason'],
    ],
    technical: ['document_id', 'employee_id', 'uploaded_by', 'checked_by', 'version'],
    rows: { employee_id: 'employee' },
  },
  driver_reminders: { technical: ['document_id', 'expires_on', 'days_before', 'sent_at'] },
  settlement_drop_files: {
    personal: ['object_key', 'file_name', 'net_pay_cents', 'created_at'],
    technical: ['drop_file_id', 'drop_id', 'user_id', 'finding'],
    withheld: ['note', 'candidates', 'page_text'],
    rows: { user_id: 'user' },
  },
  settlement_formats: {
    technical: ['format_id', 'name', 'payee', 'net_pay', 'period', 'version', 'created_at'],
  },
  settlement_drops: { technical: ['drop_id', 'made_by', 'created_at'] },
} satisfies Readonly<Record<string, TableData>>;
