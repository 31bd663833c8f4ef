import { inquiries } from '#contract/messages/inquiries.ts';
import { inquiryVehicles } from '#contract/messages/inquiry-vehicles.ts';
import { type Confirmation, saveConfirmation } from '#web/lib/session/confirmations.ts';
import { buttonClass, LinkButton } from '#web/ui/button.tsx';
import { CallUs, ConfirmationCard, useSentConfirmation } from './confirmation-card.tsx';

interface InquirySentProps {
  /** Shown in place of the form; null shows the stored confirmation, if any. */
  justSent: Confirmation | null;
  onClose: () => void;
}

/** The confirmation of a quote request, until it is closed. */
export function InquirySent({ justSent, onClose }: InquirySentProps) {
  const confirmation = useSentConfirmation('inquiry', justSent);
  if (!confirmation) return null;
  const close = () => {
    saveConfirmation('inquiry', null);
    onClose();
  };
  return (
    <ConfirmationCard
      actions={
        justSent && (
          <>
            <LinkButton to="/" variant="secondary">
              Go to the home page
            </LinkButton>
            {/* A link, because without scripts it loads the empty form. */}
            <a
              className={buttonClass({ variant: 'quiet' })}
              href="/inquiry"
              onClick={(event) => {
                event.preventDefault();
                close();
              }}
            >
              Send another inquiry
            </a>
          </>
        )
      }
      confirmation={confirmation}
      isNew={justSent !== null}
      onClose={justSent ? undefined : close}
      referenceLabel="Your reference"
      steps={[
        'We have your inquiry. A confirmation is on its way to your inbox.',
        confirmation.subject === inquiryVehicles.certificate
          ? inquiryVehicles.certificateReply
          : inquiries.reply,
        ...(confirmation.statusPath
          ? [
              <a className="text-link" href={confirmation.statusPath} key="status">
                See where your request stands
              </a>,
            ]
          : []),
        <CallUs key="call" question="In a hurry?" />,
      ]}
      title={inquiries.submitted}
    />
  );
}
