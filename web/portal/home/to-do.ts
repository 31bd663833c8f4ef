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
  isUrgent?: true;
}

const office: readonly ToDo[] = [
  {
    name: 'overdue_claims',
    one: 'overdue claim',
    many: 'overdue claims',
    to: '/claims?status=overdue',
    isUrgent: true,
  },
  {
    name: 'expired_driver_documents',
    one: 'expired driver document',
    many: 'expired driver documents',
    to: '/driver-file?status=expired',
    isUrgent: true,
  },
  {
    name: 'overdue_inquiries',
    one: 'overdue inquiry',
    many: 'overdue inquiries',
    to: '/inquiries?view=overdue',
    isUrgent: true,
  },
  {
    name: 'new_inquiries',
    one: 'new inquiry',
    many: 'new inquiries',
    to: '/inquiries?status=new',
  },
  {
    name: 'unread_inquiries',
    one: 'inquiry with a new message',
    many: 'inquiries with new messages',
    to: '/inquiries?status=unread',
  },
  {
    name: 'new_applications',
    one: 'new application',
    many: 'new applications',
    to: '/applications?show=new',
  },
  {
    name: 'submissions_to_review',
    one: 'form to review',
    many: 'forms to review',
    to: '/AdminFiles?show=awaiting',
  },
  {
    name: 'open_questions',
    one: 'settlement question to answer',
    many: 'settlement questions to answer',
    to: '/settlement-questions',
  },
  {
    name: 'drop_files_to_publish',
    one: 'settlement to publish',
    many: 'settlements to publish',
    to: '/Settlements',
  },
  {
    name: 'time_off_requests',
    one: 'time-off request to decide',
    many: 'time-off requests to decide',
    to: '/time-off',
  },
  {
    name: 'driver_documents_to_check',
    one: 'driver document to check',
    many: 'driver documents to check',
    to: '/driver-file?status=check',
  },
  {
    name: 'open_orders',
    one: 'store order to get ready',
    many: 'store orders to get ready',
    to: '/Store?view=orders',
  },
  {
    name: 'testimonials_to_approve',
    one: 'testimonial to approve',
    many: 'testimonials to approve',
    to: null,
  },
  {
    name: 'never_opened_settlements',
    one: 'settlement nobody has opened',
    many: 'settlements nobody has opened',
    to: '/Settlements?show=unopened',
  },
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

/** Items of every user, admins included. */
const own: readonly ToDo[] = [
  {
    name: 'unconfirmed_notices',
    one: t('announcement to confirm', 'mensaje por confirmar'),
    many: t('announcements to confirm', 'mensajes por confirmar'),
    to: '/notifications',
    isUrgent: true,
  },
  {
    name: 'forms_to_send_again',
    one: t('rejected form to send again', 'formulario rechazado por enviar de nuevo'),
    many: t('rejected forms to send again', 'formularios rechazados por enviar de nuevo'),
    to: '/EmployeeFiles',
    isUrgent: true,
  },
  {
    name: 'driver_documents_to_renew',
    one: t('document to renew', 'documento por renovar'),
    many: t('documents to renew', 'documentos por renovar'),
    to: '/driver-file?status=renew',
  },
  ...files.map(([name, one, many, to]) => ({
    name: `unopened_${name}` as const,
    one: `${one} ${t('to open', 'por abrir')}`,
    many: `${many} ${t('to open', 'por abrir')}`,
    to,
  })),
  ...files.map(([name, one, many, to]) => ({
    name: `unconfirmed_${name}` as const,
    one: `${one} ${t('to confirm', 'por confirmar')}`,
    many: `${many} ${t('to confirm', 'por confirmar')}`,
    to,
  })),
  {
    name: 'answered_questions',
    one: t('answer about a settlement', 'respuesta sobre una liquidación'),
    many: t('answers about settlements', 'respuestas sobre liquidaciones'),
    to: '/settlement-questions',
  },
  {
    name: 'unread_messages',
    one: t('unread message', 'mensaje sin leer'),
    many: t('unread messages', 'mensajes sin leer'),
    to: '/Chat',
  },
  {
    name: 'unread_notices',
    one: t('unread notification', 'notificación sin leer'),
    many: t('unread notifications', 'notificaciones sin leer'),
    to: '/notifications',
  },
  {
    name: 'ready_orders',
    one: t('store order to pick up', 'pedido por recoger'),
    many: t('store orders to pick up', 'pedidos por recoger'),
    to: '/Store?view=orders',
  },
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
