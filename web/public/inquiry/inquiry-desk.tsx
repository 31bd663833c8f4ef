import { InquiryForm, type InquiryFormProps } from './inquiry-form.tsx';
import { InquirySent } from './inquiry-sent.tsx';

interface InquiryDeskProps extends Omit<InquiryFormProps, 'onSent'> {
  /** The reference of what was sent, null while there is a form to fill in. */
  sent: string | null;
  onSent: (reference: string | null) => void;
}

/** The form, and the receipt once it is sent. */
export default function InquiryDesk({ sent, onSent, ...form }: InquiryDeskProps) {
  if (sent === null) return <InquiryForm {...form} onSent={onSent} />;
  return <InquirySent onAnother={() => onSent(null)} reference={sent} />;
}
