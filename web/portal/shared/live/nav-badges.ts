import type { Badges } from '#contract/portal.ts';
import { t } from '#contract/text/languages.ts';
import { useBadges, useUnreadTotal } from './badges.data.ts';

/** The label after each count of the navigation. */
export const badgeLabels = () =>
  ({
    unread_messages: t('unread', 'sin leer'),
    unread_notices: t('unread notifications', 'notificaciones sin leer'),
    new_inquiries: 'new',
    new_applications: 'new',
    unopened_training: t('to open', 'por abrir'),
    unopened_settlements: t('to open', 'por abrir'),
    unopened_reports: t('to open', 'por abrir'),
    unopened_employee_files: t('to do', 'por hacer'),
    submissions_to_review: 'to review',
    driver_documents_to_renew: t('to do', 'por hacer'),
    overdue_claims: t('overdue', 'vencidos'),
    open_orders: 'open',
    ready_orders: t('to pick up', 'por recoger'),
    testimonials_to_approve: 'to approve',
    time_off_requests: 'to decide',
    unsent_mail: 'unsent',
  }) satisfies Partial<Record<keyof Badges | 'unread_messages', string>>;

export type NavBadge = keyof ReturnType<typeof badgeLabels>;

/** What a badge counts as well. */
const alsoCounted: Partial<Record<NavBadge, keyof Badges>> = {
  // Words of a customer wait as a new inquiry does.
  new_inquiries: 'unread_inquiries',
  // A rejected form has to be sent again even if it was opened.
  unopened_employee_files: 'forms_to_send_again',
  // The office checks what drivers renew.
  driver_documents_to_renew: 'driver_documents_to_check',
};

/** Returns a function from badge to count; 0 without a badge and while loading. */
export function useNavCount(): (badge: NavBadge | undefined) => number {
  const badges = useBadges().data;
  const unread = useUnreadTotal().data?.total_unread ?? 0;
  return (badge) => {
    if (badge === 'unread_messages') return unread;
    if (badge === undefined || badges === undefined) return 0;
    const other = alsoCounted[badge];
    return badges[badge] + (other ? badges[other] : 0);
  };
}
