import { telHref } from '#contract/company/profile.ts';
import { contactFields, type Inquiry, shipmentFields } from '#contract/inquiries.ts';
import { inquiryVehicles as vehicleMessages } from '#contract/messages/inquiry-vehicles.ts';
import { portal } from '#contract/messages/portal.ts';
import { isOverdue } from '#contract/rules/business-days.ts';
import { inquiryWarnings } from '#contract/rules/form-warnings.ts';
import { Alert } from '#web/ui/alert.tsx';
import { AnchorButton } from '#web/ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { fieldRows } from '../shared/records/field-values.ts';
import { FormWarnings } from '../shared/records/form-warnings.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { AskForTestimonial } from '../shared/testimonials/ask-for-testimonial.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { InquiryForm } from './inquiry-form.tsx';
import { replyHref, webHref } from './inquiry-labels.ts';
import { InquiryMarks } from './inquiry-row.tsx';
import { InquiryVehicles } from './vehicles/inquiry-vehicles.tsx';

interface InquiryDialogProps {
  /** Null while none is open. */
  inquiry: Inquiry | null;
  now: Date;
  onClose: () => void;
}

export function InquiryDialog({ inquiry, now, onClose }: InquiryDialogProps) {
  if (inquiry === null) return null;
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
          {inquiry.flagged && <Alert tone="info">{portal.inquiryFlagged}</Alert>}
          <InquiryForm inquiry={inquiry} onDirty={onDirty} />
          {inquiry.status === 'won' && <AskForTestimonial inquiry={inquiry} />}
          <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
            <Contact inquiry={inquiry} />
            {isCertificate ? <Certificate inquiry={inquiry} /> : <Shipment inquiry={inquiry} />}
          </div>
          {!isCertificate && <InquiryVehicles inquiry={inquiry} />}
        </div>
      )}
    </RecordDialog>
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
