import { inquiries } from '#contract/messages/inquiries.ts';
import { inquiryVehicles } from '#contract/messages/inquiry-vehicles.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
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
              {t('Go to the home page', 'Ir al inicio')}
            </LinkButton>
            {/* A link, because without scripts it loads the empty form. */}
            <a
              className={buttonClass({ variant: 'quiet' })}
              href={ownPath('/inquiry')}
              onClick={(event) => {
                event.preventDefault();
                close();
              }}
            >
              {t('Send another inquiry', 'Pedir otra cotización')}
            </a>
          </>
        )
      }
      confirmation={confirmation}
      isNew={justSent !== null}
      onClose={justSent ? undefined : close}
      referenceLabel={t('Your reference', 'Su referencia')}
      steps={[
        t(
          'We have your inquiry. A confirmation is on its way to your inbox.',
          'Tenemos su solicitud. La confirmación va en camino a su correo.',
        ),
        confirmation.subject === inquiryVehicles.certificate
          ? inquiryVehicles.certificateReply
          : inquiries.reply,
        ...(confirmation.statusPath
          ? [
              <a className="text-link" href={ownPath(confirmation.statusPath)} key="status">
                {t('See where your request stands', 'Ver cómo va su solicitud')}
              </a>,
            ]
          : []),
        <CallUs key="call" question={t('In a hurry?', '¿Tiene prisa?')} />,
      ]}
      title={inquiries.submitted}
    />
  );
}
