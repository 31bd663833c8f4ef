import { useEffect, useEffectEvent, useState } from 'react';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { longDayAndTime } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { readDraft, saveDraft } from '#web/lib/drafts/drafts.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Notice } from './draft-call.ts';

const load = importAgain(() => import('./draft-call.ts'));

interface Found extends Notice {
  /** What the link would put in place of the answers of this device. */
  values?: FormValues;
}

/** Opens the draft of a mailed link in the form; asks before it replaces answers of this device. */
export function OpenedDraft({ jobId }: { jobId: string | null }) {
  const [notice, setNotice] = useState<Found | null>(null);
  const draft = `application.${jobId ?? 'open'}`;

  const fill = (values: FormValues) => {
    // The form restores it as a draft of this device.
    saveDraft('visitor', draft, values, { key: '', isSent: false });
    // Not `reload`, which the router's guard takes for its own (navigation-hook.ts).
    location.replace(location.pathname);
  };

  const open = useEffectEvent(async (code: string) => {
    const calls = await load();
    try {
      const { values, sentAt } = await calls.openDraft(code);
      const found = { ...values, draft_code: code };
      if (sentAt) {
        const text = messages.draftSent(longDayAndTime(sentAt));
        setNotice({ tone: 'info', text, values: found });
      } else if (readDraft('visitor', draft)) {
        setNotice({ tone: 'info', text: messages.draftOrDevice, values: found });
      } else fill(found);
    } catch (error) {
      setNotice({ tone: 'error', text: calls.failureText(error) });
    }
  });

  useEffect(() => {
    const code = /^#draft=([\w-]+)$/.exec(location.hash)?.[1];
    if (code === undefined) return;
    // Neither the history of this device nor a bookmark keeps the code.
    history.replaceState(history.state, '', location.pathname + location.search);
    open(code).catch(() => setNotice({ tone: 'error', text: messages.draftUnread }));
  }, []);

  if (!notice) return null;
  const { tone, text, values } = notice;
  return (
    <Alert
      action={
        values && (
          <Button onClick={() => fill(values)} size="sm" variant="secondary">
            {t('Use the answers of the link', 'Usar las respuestas del enlace')}
          </Button>
        )
      }
      className="mb-6"
      onClose={() => setNotice(null)}
      tone={tone}
    >
      {text}
    </Alert>
  );
}
