import { isOverdue } from '#contract/business-days.ts';
import { telHref } from '#contract/company.ts';
import { inquiryWarnings } from '#contract/form-warnings.ts';
import type { Inquiry } from '#contract/inquiries.ts';
import { portal } from '#contract/messages/portal.ts';
import { Alert } from '#web/ui/alert.tsx';
import { AnchorButton } from '#web/ui/button.tsx';
import { FormWarnings } from '../shared/form-warnings.tsx';
import { RecordDialog } from '../shared/record-dialog.tsx';
import { DescriptionList } from '../shared/record-view.tsx';
import { AskForTestimonial } from '../shared/testimonials/ask-for-testimonial.tsx';
import { usCalendarDay, usDayAndTime } from '../shared/us-dates.ts';
import { InquiryForm } from './inquiry-form.tsx';
import { replyHref, webHref } from './inquiry-labels.ts';
import { InquiryMarks } from './inquiry-row.tsx';

interface InquiryDialogProps {
  /** Null while none is open. */
  inquiry: Inquiry | null;
  now: Date;
  onClose: () => void;
}

export function InquiryDialog({ inquiry, now, onClose }: InquiryDialogProps) {
  if (inquiry === null) return null;
  return (
    <RecordDialog
      description={`${inquiry.reference}, received ${usDayAndTime(inquiry.created_at)}`}
      draft="inquiry"
      onClose={onClose}
      size="lg"
      title={inquiry.company_name}
    >
      {(onDirty) => (
        <div className="grid gap-6 pb-4">
          <div className="flex flex-wrap items-center gap-3">
            <AnchorButton href={replyHref(inquiry)} size="sm">
              Reply by email
            </AnchorButton>
            {inquiry.phone_number && (
              <AnchorButton href={telHref(inquiry.phone_number)} size="sm" variant="secondary">
                Call {inquiry.phone_number}
              </AnchorButton>
            )}
            <InquiryMarks inquiry={inquiry} overdue={isOverdue(inquiry, now)} />
          </div>
          <FormWarnings found={inquiryWarnings(inquiry, new Date(inquiry.created_at))} />
          {inquiry.flagged && <Alert tone="info">{portal.inquiryFlagged}</Alert>}
          <InquiryForm inquiry={inquiry} onDirty={onDirty} />
          {inquiry.status === 'won' && <AskForTestimonial inquiry={inquiry} />}
          <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
            <Contact inquiry={inquiry} />
            <Shipment inquiry={inquiry} />
          </div>
        </div>
      )}
    </RecordDialog>
  );
}

function Contact({ inquiry }: { inquiry: Inquiry }) {
  const href = webHref(inquiry.website);
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">Contact</h3>
      <DescriptionList
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

function Shipment({ inquiry }: { inquiry: Inquiry }) {
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">Shipment</h3>
      <DescriptionList
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
          ['Additional information', inquiry.additional_info],
        ]}
      />
    </section>
  );
}
