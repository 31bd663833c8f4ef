import { isOverdue } from '#contract/business-days.ts';
import { telHref } from '#contract/company.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { portal } from '#contract/messages/portal.ts';
import { AnchorButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Facts } from '../frame/facts.tsx';
import { usCalendarDay, usDayAndTime } from '../frame/us-dates.ts';
import { AskForTestimonial } from '../testimonials/ask-for-testimonial.tsx';
import { InquiryForm } from './inquiry-form.tsx';
import { InquiryMarks } from './inquiry-row.tsx';
import { replyHref, webHref } from './inquiry-words.ts';

interface InquiryDialogProps {
  /** Null while none is open. */
  inquiry: Inquiry | null;
  now: Date;
  onClose: () => void;
}

/** An inquiry in full: answer it, note it, move it on. */
export function InquiryDialog({ inquiry, now, onClose }: InquiryDialogProps) {
  if (inquiry === null) return null;
  return (
    <Dialog
      description={`${inquiry.reference}, received ${usDayAndTime(inquiry.created_at)}`}
      onOpenChange={(open) => !open && onClose()}
      open
      size="lg"
      title={inquiry.company_name}
    >
      <div className="grid gap-6 pb-4">
        <div className="flex flex-wrap items-center gap-3">
          <AnchorButton href={replyHref(inquiry)} size="sm">
            Reply by mail
          </AnchorButton>
          {inquiry.phone_number && (
            <AnchorButton href={telHref(inquiry.phone_number)} size="sm" variant="secondary">
              Call {inquiry.phone_number}
            </AnchorButton>
          )}
          <InquiryMarks inquiry={inquiry} overdue={isOverdue(inquiry, now)} />
        </div>
        {inquiry.flagged && <Notice tone="info">{portal.inquiryFlagged}</Notice>}
        <InquiryForm inquiry={inquiry} />
        {inquiry.status === 'won' && <AskForTestimonial inquiry={inquiry} />}
        <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
          <Who inquiry={inquiry} />
          <What inquiry={inquiry} />
        </div>
      </div>
    </Dialog>
  );
}

function Who({ inquiry }: { inquiry: Inquiry }) {
  const href = webHref(inquiry.website);
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">Who asks</h3>
      <Facts
        rows={[
          ['Contact person', inquiry.contact_person],
          [
            'Email',
            <a className="text-link" href={replyHref(inquiry)} key="mail">
              {inquiry.email_address}
            </a>,
          ],
          ['Phone', inquiry.phone_number],
          ['Address', inquiry.company_address],
          [
            'Website',
            href ? (
              <a
                className="text-link"
                href={href}
                key="web"
                rel="noopener noreferrer"
                target="_blank"
              >
                {inquiry.website}
              </a>
            ) : (
              inquiry.website
            ),
          ],
        ]}
      />
    </section>
  );
}

function What({ inquiry }: { inquiry: Inquiry }) {
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">What is to be moved</h3>
      <Facts
        rows={[
          ['Vehicle type', inquiry.vehicle_type],
          ['Number of vehicles', inquiry.number_of_vehicles?.toLocaleString('en-US')],
          ['Condition', inquiry.vehicle_condition],
          ['Dimensions', inquiry.vehicle_dimension],
          ['Special handling', inquiry.special_handling],
          ['Pickup', inquiry.pickup_location],
          ['Pickup date', usCalendarDay(inquiry.pickup_date)],
          ['Pickup facilities', inquiry.pickup_facilities],
          ['Delivery', inquiry.delivery_location],
          ['Delivery date', usCalendarDay(inquiry.delivery_date)],
          ['Delivery facilities', inquiry.delivery_facilities],
          ['More', inquiry.additional_info],
        ]}
      />
    </section>
  );
}
