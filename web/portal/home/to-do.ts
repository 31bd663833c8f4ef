import type { Badges } from '#contract/portal.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';

/** An item of the to-do list. */
export interface ToDo {
  /** Unique; the name of its count. */
  name: keyof Badges | 'unread_messages';
  one: string;
  many: string;
  /** A page; null opens the testimonial approval. */
  to: string | null;
  isUrgent?: boolean | undefined;
}

const item = (
  name: ToDo['name'],
  one: string,
  many: string,
  to: string | null,
  isUrgent?: boolean,
): ToDo => ({ name, one, many, to, isUrgent });

const office: readonly ToDo[] = [
  item('overdue_claims', 'overdue claim', 'overdue claims', '/claims?status=overdue', true),
  item(
    'expired_driver_documents',
    'expired driver document',
    'expired driver documents',
    '/driver-file?status=expired',
    true,
  ),
  item(
    'overdue_inquiries',
    'overdue inquiry',
    'overdue inquiries',
    '/inquiries?view=overdue',
    true,
  ),
  item('new_inquiries', 'new inquiry', 'new inquiries', '/inquiries?status=new'),
  item(
    'unread_inquiries',
    'inquiry with a new message',
    'inquiries with new messages',
    '/inquiries?status=unread',
  ),
  item('new_applications', 'new application', 'new applications', '/applications?show=new'),
  item('submissions_to_review', 'form to review', 'forms to review', '/AdminFiles?show=awaiting'),
  item(
    'open_questions',
    'settlement question to answer',
    'settlement questions to answer',
    '/settlement-questions',
  ),
  item('drop_files_to_publish', 'settlement to publish', 'settlements to publish', '/Settlements'),
  item(
    'time_off_requests',
    'time-off request to decide',
    'time-off requests to decide',
    '/time-off',
  ),
  item(
    'driver_documents_to_check',
    'driver document to check',
    'driver documents to check',
    '/driver-file?status=check',
  ),
  item(
    'open_orders',
    'store order to get ready',
    'store orders to get ready',
    '/Store?view=orders',
  ),
  item('testimonials_to_approve', 'testimonial to approve', 'testimonials to approve', null),
  item(
    'never_opened_settlements',
    'settlement nobody has opened',
    'settlements nobody has opened',
    '/Settlements?show=unopened',
  ),
];

const files = [
  [
    'settlements',
    t('settlement', 'liquidación'),
    t('settlements', 'liquidaciones'),
    '/Settlements',
  ],
  [
    'training',
    t('training file', 'capacitación'),
    t('training files', 'capacitaciones'),
    '/TrainingFiles',
  ],
  ['reports', t('report', 'reporte'), t('reports', 'reportes'), '/Reports'],
  ['employee_files', t('form', 'formulario'), t('forms', 'formularios'), '/EmployeeFiles'],
] as const;

const filesWith = (state: 'unopened' | 'unconfirmed', duty: string) =>
  files.map(([name, one, many, to]) =>
    item(`${state}_${name}`, `${one} ${duty}`, `${many} ${duty}`, to),
  );

/** Items of every user, admins included. */
const own: readonly ToDo[] = [
  item(
    'unconfirmed_notices',
    t('announcement to confirm', 'mensaje por confirmar'),
    t('announcements to confirm', 'mensajes por confirmar'),
    '/notifications',
    true,
  ),
  item(
    'forms_to_send_again',
    t('rejected form to send again', 'formulario rechazado'),
    t('rejected forms to send again', 'formularios rechazados'),
    '/EmployeeFiles',
    true,
  ),
  item(
    'driver_documents_missing',
    t('document to hand in', 'documento por entregar'),
    t('documents to hand in', 'documentos por entregar'),
    '/driver-file',
  ),
  item(
    'driver_documents_to_renew',
    t('document to renew', 'documento por renovar'),
    t('documents to renew', 'documentos por renovar'),
    '/driver-file?status=renew',
  ),
  ...filesWith('unopened', t('to open', 'por abrir')),
  ...filesWith('unconfirmed', t('to confirm', 'por confirmar')),
  item(
    'answered_questions',
    t('answer about a settlement', 'respuesta sobre liquidaciones'),
    t('answers about settlements', 'respuestas sobre liquidaciones'),
    '/settlement-questions',
  ),
  item(
    'unread_messages',
    t('unread message', 'mensaje sin leer'),
    t('unread messages', 'mensajes sin leer'),
    '/Chat',
  ),
  item(
    'unread_notices',
    t('unread notification', 'notificación sin leer'),
    t('unread notifications', 'notificaciones sin leer'),
    '/notifications',
  ),
  item(
    'ready_orders',
    t('store order to pick up', 'pedido por recoger'),
    t('store orders to pick up', 'pedidos por recoger'),
    '/Store?view=orders',
  ),
];

/** The items with a count above 0; admins' items first. */
export function waitingFor(
  role: Role,
  badges: Badges,
  unreadMessages: number,
): { toDo: ToDo; count: number }[] {
  const counts = { ...badges, unread_messages: unreadMessages };
  return [...(role === 'admin' ? office : []), ...own]
    .map((toDo) => ({ toDo, count: counts[toDo.name] }))
    .filter(({ count }) => count > 0);
}
