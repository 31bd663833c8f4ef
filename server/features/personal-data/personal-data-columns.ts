import type { Tables } from '../../database/tables/tables.ts';
import type { TableData } from './person-keys.ts';
import { customerTables } from './personal-data-customers.ts';
import { documentTables } from './personal-data-documents.ts';

/**
 * Every column of every table, in the order of the export. A test compares this with the database, so that the export
 * and the erasure can't miss a new table: decide for it here and, for applicants, in applications-erasing.ts.
 */
export const personalData: Readonly<Record<keyof Tables, TableData>> = {
  users: {
    personal: [
      ...['username', 'user_email', 'phone_number', 'user_role', 'created_at', 'closed_at'],
      ...['first_signed_in_at', 'language'],
    ],
    technical: [
      ...['user_id', 'username_key', 'email_key', 'token_version', 'version'],
      'password_change_due',
    ],
    withheld: ['password_hash'],
    rows: { user_id: 'user' },
  },
  employees: {
    personal: [
      ...['first_name', 'last_name', 'department', 'position', 'hire_date', 'payroll_number'],
      ...['pto_hundredths', 'work_hundredths', 'created_at'],
    ],
    technical: ['employee_id', 'user_id', 'version'],
    rows: { user_id: 'user' },
  },
  hours_ledger: {
    personal: ['kind', 'before_hundredths', 'after_hundredths', 'reason', 'at'],
    technical: ['id', 'employee_id', 'user_id'],
    rows: { employee_id: 'employee' },
  },
  time_off: {
    personal: [
      ...['kind', 'from_date', 'to_date', 'hours_hundredths', 'note', 'status', 'reason'],
      ...['decided_at', 'created_at'],
    ],
    technical: ['time_off_id', 'employee_id', 'takes_pto', 'decided_by', 'version'],
    rows: { employee_id: 'employee' },
  },
  time_off_calendars: { technical: ['user_id', 'revision', 'created_at'] },
  damages: {
    personal: ['driver_name', 'damage_date', 'amount_cents', 'damage_description', 'created_at'],
    technical: ['damage_id', 'employee_id', 'version'],
    rows: { employee_id: 'employee' },
  },
  claims: {
    personal: [
      ...['status', 'received_on', 'vin', 'damage_code', 'stage', 'place', 'driver_response'],
      ...['response_note', 'responded_at', 'created_at'],
    ],
    technical: ['damage_id', 'customer', 'version'],
    rows: { damage_id: 'damage' },
  },
  claim_photos: {
    personal: ['object_key', 'captured_at', 'created_at'],
    technical: ['id', 'damage_id', 'uploaded_by'],
    rows: { damage_id: 'damage' },
  },
  claim_changes: {
    personal: ['at', 'field', 'before', 'after'],
    technical: ['id', 'damage_id', 'user_id'],
    rows: { damage_id: 'damage' },
  },
  sessions: {
    personal: [
      ...['created_at', 'expires_at', 'ended_at', 'confirmed_at', 'device'],
      ...['ip', 'last_seen_at'],
    ],
    technical: ['user_id', 'token_version'],
    withheld: ['jti'],
    rows: { user_id: 'user' },
  },
  passkeys: {
    personal: ['name', 'created_at', 'last_used_at'],
    technical: ['id', 'user_id', 'transports', 'counter'],
    withheld: ['user_handle', 'credential_id', 'public_key'],
    rows: { user_id: 'user' },
  },
  passkey_challenges: {
    technical: ['purpose', 'expires_at'],
    withheld: ['challenge', 'jti'],
  },
  totp_secrets: {
    personal: ['created_at', 'confirmed_at'],
    technical: ['user_id', 'last_step'],
    withheld: ['secret'],
    rows: { user_id: 'user' },
  },
  recovery_codes: {
    personal: ['created_at', 'used_at'],
    technical: ['user_id'],
    withheld: ['code_hash'],
    rows: { user_id: 'user' },
  },
  password_resets: {
    personal: ['created_at', 'expires_at', 'used_at'],
    technical: ['user_id', 'made_by', 'user_token_version', 'creator_token_version'],
    withheld: ['code_hash'],
    rows: { user_id: 'user' },
  },
  push_subscriptions: {
    personal: ['created_at'],
    technical: ['id', 'user_id'],
    withheld: ['jti', 'endpoint', 'p256dh', 'auth'],
    rows: { user_id: 'user' },
  },
  ...documentTables,
  messages: {
    personal: ['content', 'sent_at', 'read_at', 'object_key'],
    technical: [
      ...['id', 'low_id', 'high_id', 'sender_id', 'receiver_id', 'client_id'],
      ...['width', 'height', 'closed_at'],
    ],
    rows: { sender_id: 'user', receiver_id: 'user' },
  },
  conversations: { technical: ['low_id', 'high_id', 'last_message_id'] },
  answers: { technical: ['user_id', 'message_id'] },
  canned_replies: { technical: ['reply_id', 'title', 'text', 'version', 'created_at'] },
  automatic_reply: { technical: ['id', 'is_on', 'text', 'version'] },
  duty: { personal: ['until'], technical: ['user_id', 'set_by'], rows: { user_id: 'user' } },
  notification_recipients: {
    personal: ['read_at', 'confirmed_at'],
    technical: ['notification_id', 'user_id', 'must_confirm'],
    rows: { user_id: 'user' },
  },
  notifications: {
    personal: ['message', 'created_at', 'link', 'kind'],
    technical: ['notification_id', 'sender_id', 'must_confirm', 'is_office'],
    rows: { notification_id: 'notification', sender_id: 'user' },
  },
  notification_settings: {
    personal: ['choices', 'quiet_from', 'quiet_to'],
    technical: ['user_id', 'version'],
    rows: { user_id: 'user' },
  },
  announcements: {
    personal: [
      'message',
      'message_es',
      'department',
      'position',
      'send_at',
      'sent_at',
      'created_at',
    ],
    technical: [
      'announcement_id',
      'sender_id',
      'notification_id',
      'spanish_notification_id',
      'must_confirm',
      'is_safety',
      'reminded_at',
    ],
    withheld: ['user_ids'],
    rows: { sender_id: 'user' },
  },
  orders: {
    personal: [
      ...['title', 'price_cents', 'quantity', 'note', 'status', 'created_at', 'updated_at'],
    ],
    technical: ['id', 'product_id', 'user_id', 'taken', 'handled_by', 'version'],
    rows: { user_id: 'user' },
  },
  products: {
    technical: [
      ...['id', 'title', 'description', 'price_cents', 'image_key', 'stock', 'version'],
      'created_at',
    ],
  },
  posts: {
    personal: ['title', 'text', 'title_es', 'text_es', 'image_key', 'created_at'],
    technical: ['id', 'layout_type', 'created_by', 'version'],
    rows: { created_by: 'user' },
  },
  reactions: {
    personal: ['emoji', 'reacted_at'],
    technical: ['post_id', 'user_id'],
    rows: { user_id: 'user' },
  },
  ...customerTables,
  testimonials: {
    personal: [
      ...['status', 'email', 'invited_at', 'expires_at', 'quote', 'client', 'role', 'company'],
      ...['city', 'state', 'written_at', 'decided_at'],
    ],
    technical: ['id', 'inquiry_id', 'invited_by', 'decided_by', 'version', 'email_key'],
    withheld: ['code_hash'],
    rows: { email_key: 'email' },
  },
  outbox: {
    personal: ['recipient', 'subject', 'created_at', 'sent_at', 'dead_at'],
    technical: [
      ...['id', 'message_id', 'reply_to', 'next_try_at', 'has_secret', 'tries'],
      ...['claimed_until', 'user_id', 'link', 'reason', 'reason_id', 'recipient_key'],
    ],
    // The text can contain one-time links.
    withheld: ['body_text', 'body_html', 'encrypted_body', 'last_error'],
    rows: { recipient_key: 'email' },
  },
  // Kept for a day.
  visitor_mails: { personal: ['recipient', 'day', 'count'], rows: { recipient: 'email' } },
  audit: {
    personal: ['at', 'action', 'target_kind', 'target_id', 'label', 'label_folded', 'ip', 'detail'],
    technical: ['id', 'user_id'],
    reason: 'personal-data.service.ts exports it: labels of other records are left out',
  },
  public_changes: { technical: ['count'] },
  // Hashed names and addresses, for an hour at most.
  limit_counts: { technical: ['key', 'points', 'ends_at'] },
  objects: {
    personal: ['original_name', 'created_at'],
    technical: [
      ...['key', 'kind', 'media_type', 'size', 'sha256', 'original_key', 'width', 'height'],
      'color',
    ],
    rows: { key: 'file' },
  },
  jobs: {
    technical: [
      ...['id', 'position', 'location', 'department', 'date_posted', 'company_information'],
      ...['role_information', 'job_responsibilities', 'skills', 'description_of_benefits'],
      ...['company_culture', 'pay_min_cents', 'pay_max_cents', 'pay_period', 'home_time', 'shift'],
      ...['employment_type', 'valid_through', 'pinned', 'pin_order', 'version', 'created_at'],
      ...['openings', 'hires_wanted', 'hires', 'first_posting'],
      ...['closed_at', 'position_es', 'home_time_es', 'shift_es'],
      ...['company_information_es', 'role_information_es', 'job_responsibilities_es', 'skills_es'],
      ...['description_of_benefits_es', 'company_culture_es'],
    ],
  },
  deleted_jobs: { technical: ['job_id', 'deleted_at'] },
  // Kept for a day; the replies have ids and messages.
  idempotency_keys: {
    technical: ['caller', 'call', 'key', 'body_sha256', 'status', 'created_at'],
    withheld: ['reply'],
  },
  installation_state: { technical: ['name', 'value'] },
};
