import { telHref } from '#contract/company/profile.ts';
import { contactFields, type Inquiry, shipmentFields } from '#contract/inquiries.ts';
import { inquiries as sent } from '#contract/messages/inquiries.ts';
import { inquiryOffice as messages } from '#contract/messages/inquiry-office.ts';
import { inquiryVehicles as vehicleMessages } from '#contract/messages/inquiry-vehicles.ts';
import { inquiryWarnings } from '#contract/rules/form-warnings.ts';
import { isOverdue } from '#contract/rules/inquiry-due.ts';
import { Alert } from '#web/ui/alert.tsx';
import { AnchorButton } from '#web/ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { fieldRows } from '../shared/records/field-values.ts';
import { FormWarnings } from '../shared/records/form-warnings.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { AskForTestimonial } from '../shared/testimonials/ask-for-testimonial.tsx';
import { usDay, usDayAndTime } from '../shared/us-dates.ts';
import { InquiryForm } from './inquiry-form.tsx';
import { earlierOf, replyHref, routeText, vehiclesText, webHref } from './inquiry-labels.ts';
import { InquiryMarks } from './inquiry-row.tsx';
import { InquiryTimeline } from './inquiry-timeline.tsx';
import { InquiryQuotes } from './quotes/inquiry-quotes.tsx';
import { InquiryVehicles } from './vehicles/inquiry-vehicles.tsx';

interface InquiryDialogProps {
  inquiry: Inquiry;
  /** Every inquiry, of which the same sender's earlier ones are shown. */
  all: readonly Inquiry[];
  now: Date;
  onOpen: (id: number) => void;
  onClose: () => void;
}

export function InquiryDialog({ inquiry, all, now, onOpen, onClose }: InquiryDialogProps) {
  const isCertificate = inquiry.kind === 'certificate';
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
            <AnchorButton href={replyHref(inquiry)} size="sm" variant="secondary">
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
          {inquiry.flagged && <Alert tone="info">{sent.flagged}</Alert>}
          <InquiryForm inquiry={inquiry} onDirty={onDirty} />
          <InquiryQuotes inquiry={inquiry} />
          {inquiry.status === 'won' && <AskForTestimonial inquiry={inquiry} />}
          <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
            <InquiryTimeline inquiry={inquiry} />
            <Earlier inquiries={earlierOf(inquiry, all)} onOpen={onOpen} />
            <Contact inquiry={inquiry} />
            {isCertificate ? <Certificate inquiry={inquiry} /> : <Shipment inquiry={inquiry} />}
          </div>
          {!isCertificate && <InquiryVehicles inquiry={inquiry} />}
        </div>
      )}
    </RecordDialog>
  );
}

interface EarlierProps {
  inquiries: readonly Inquiry[];
  onOpen: (id: number) => void;
}

/** What the same address has asked for before. */
function Earlier({ inquiries, onOpen }: EarlierProps) {
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">Earlier inquiries</h3>
      {inquiries.length === 0 && <p className="text-sm text-steel">{messages.firstInquiry}</p>}
      <ul>
        {inquiries.map((earlier) => (
          <li className="border-t border-line" key={earlier.id}>
            <button
              className="grid min-h-11 w-full gap-1 py-2 text-left text-sm hover:bg-well"
              onClick={() => onOpen(earlier.id)}
              type="button"
            >
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-semibold">
                  {usDay(earlier.created_at)}, {earlier.reference}
                </span>
                <InquiryMarks inquiry={earlier} overdue={false} />
              </span>
              <span className="text-steel">
                {[vehiclesText(earlier), routeText(earlier)].filter(Boolean).join(', ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Contact({ inquiry }: { inquiry: Inquiry }) {
  const href = webHref(inquiry.website);
  const { company_name: _, ...fields } = contactFields;
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">Contact</h3>
      <DescriptionList
        rows={fieldRows(fields, inquiry, {
          email_address: (
            <a className="text-link" href={replyHref(inquiry)}>
              {inquiry.email_address}
            </a>
          ),
          website: href && (
            <a className="text-link" href={href} rel="noopener noreferrer" target="_blank">
              {inquiry.website}
            </a>
          ),
        })}
      />
    </section>
  );
}

function Certificate({ inquiry }: { inquiry: Inquiry }) {
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">{vehicleMessages.certificate}</h3>
      <DescriptionList rows={[['Certificate holder', inquiry.additional_info]]} />
    </section>
  );
}

function Shipment({ inquiry }: { inquiry: Inquiry }) {
  const number_of_vehicles = inquiry.number_of_vehicles?.toLocaleString('en-US');
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">Shipment</h3>
      <DescriptionList rows={fieldRows(shipmentFields, inquiry, { number_of_vehicles })} />
    </section>
  );
}
