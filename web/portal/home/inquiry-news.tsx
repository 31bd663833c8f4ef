import { isOverdue } from '#contract/business-days.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useInquiries } from '../inquiries/inquiries.data.ts';

/** What waits in the inbox, on its tile; nothing while it is not known. */
export function InquiryNews() {
  const { data, dataUpdatedAt } = useInquiries();
  if (!data) return null;
  const now = new Date(dataUpdatedAt);
  const fresh = data.filter(({ status }) => status === 'new').length;
  const overdue = data.filter((inquiry) => isOverdue(inquiry, now)).length;
  return (
    <span className="mt-3 flex flex-wrap gap-2">
      {fresh > 0 && <Badge tone="info">{fresh} new</Badge>}
      {overdue > 0 && <Badge tone="danger">{overdue} overdue</Badge>}
    </span>
  );
}
