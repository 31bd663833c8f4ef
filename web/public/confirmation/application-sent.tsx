import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { applications } from '#contract/messages/applications.ts';
import { t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { type Confirmation, saveConfirmation } from '#web/lib/session/confirmations.ts';
import { CallUs, ConfirmationCard, useSentConfirmation } from './confirmation-card.tsx';

interface ApplicationSentProps {
  /** Shown in place of the form; null shows the stored confirmation, if any. */
  justSent?: Confirmation | null;
  onClose?: () => void;
}

/** The confirmation of an application until it is closed. */
export function ApplicationSent({ justSent = null, onClose }: ApplicationSentProps) {
  const confirmation = useSentConfirmation('application', justSent);
  const cameFromForm = useLocation().state?.justSent === true;
  useMoveToCareers(justSent !== null);
  if (!confirmation) return null;
  return (
    <ConfirmationCard
      confirmation={confirmation}
      isNew={justSent !== null || cameFromForm}
      onClose={() => {
        saveConfirmation('application', null);
        onClose?.();
      }}
      referenceLabel={t('Your reference', 'Su referencia')}
      steps={[
        t(
          'We have your application. You don’t need to send it again.',
          'Tenemos su solicitud. No hace falta enviarla otra vez.',
        ),
        t(
          'A recruiter will contact you by phone or email.',
          'Un reclutador se comunicará con usted por teléfono o correo.',
        ),
        ...(confirmation.statusPath
          ? [
              <a className="text-link" href={ownPath(confirmation.statusPath)} key="status">
                {t('See where your application stands', 'Ver cómo va su solicitud')}
              </a>,
            ]
          : []),
        <CallUs key="call" question={t('Questions?', '¿Preguntas?')} />,
      ]}
      title={applications.submitted}
    />
  );
}

/** Navigates to the job list, if it can be reached. */
function useMoveToCareers(isActive: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isActive) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    // If the page fails to load, the router would replace the confirmation with an error.
    fetch(ownPath('/careers'), { method: 'HEAD', cache: 'no-store', signal }).then(
      ({ ok }) => {
        if (ok && !signal.aborted) void navigate('/careers', { state: { justSent: true } });
      },
      () => {},
    );
    return () => leaving.abort();
  }, [isActive, navigate]);
}
