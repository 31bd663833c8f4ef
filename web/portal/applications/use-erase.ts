import { useState } from 'react';
import type { Applicant, Application } from '#contract/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { personName } from '#contract/text/employee-name.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { errorMessage, tokenError } from '../shared/error-messages.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { usDay } from '../shared/us-dates.ts';
import { getApplicantOf, useEraseApplicant } from './applications.data.ts';

type Found = Applicant['applications'][number];

function describe({ id, position, created_at, ...applicant }: Found): string {
  return `A-${id}, ${personName(applicant)}, ${position || 'no particular job'}, ${usDay(created_at)}`;
}

/** Erases everything about an applicant, after a confirmation that names all their applications. */
export function useErase(onErased: () => void) {
  const confirm = useConfirm();
  const { mutateAsync } = useEraseApplicant();
  const [isBusy, setBusy] = useState(false);

  async function erase({ id }: Application) {
    const { applications } = await getApplicantOf(id);
    const others = applications.filter((other) => other.id !== id).map(describe);
    const isConfirmed = await confirm({
      title: messages.confirmErase,
      description: messages.eraseWith(others),
      confirmLabel: messages.erase,
      danger: true,
    });
    if (!isConfirmed) return;
    const { message } = await mutateAsync(id);
    onErased();
    focusContent();
    toast.show(message);
  }

  async function ask(application: Application) {
    if (isBusy) return;
    toast.dismissAll();
    const fault = tokenError();
    if (fault) return toast.show(fault, 'error');
    setBusy(true);
    try {
      await erase(application);
    } catch (error) {
      toast.show(errorMessage(error, messages.eraseFailed), 'error');
    }
    setBusy(false);
  }

  return { ask, isBusy };
}
