import { useState } from 'react';
import type { Applicant, Application } from '#contract/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { personName } from '#contract/text/employee-name.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { errorMessage, tokenError } from '../shared/error-messages.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { usDay } from '../shared/us-dates.ts';
import { getApplicantOf, useEraseApplicant } from './applications.data.ts';

type Found = Applicant['drafts'][number];

function describe(reference: string, { position, created_at, email, phone, ...person }: Found) {
  const job = position || 'no particular job';
  return [reference, personName(person), job, usDay(created_at), email, phone]
    .filter(Boolean)
    .join(', ');
}

interface Chosen {
  applications: Set<number>;
  drafts: Set<number>;
}

interface ChoicesProps {
  others: Applicant['applications'];
  drafts: Applicant['drafts'];
  /** Changes with each choice. */
  chosen: Chosen;
}

function EraseChoices({ others, drafts, chosen }: ChoicesProps) {
  const box = (list: Set<number>, one: Found, reference: string, hint = '') => (
    <Checkbox
      className="border-t border-line text-sm wrap-anywhere"
      defaultChecked={list.has(one.id)}
      hint={hint}
      key={reference}
      label={describe(reference, one)}
      onChange={({ target }) => (target.checked ? list.add(one.id) : list.delete(one.id))}
    />
  );
  return (
    <fieldset className="mt-4">
      <legend className="text-sm">{messages.eraseOthers}</legend>
      <div className="mt-2 max-h-[40vh] overflow-y-auto">
        {others.map((one) =>
          box(chosen.applications, one, `A-${one.id}`, one.by_link === 1 ? messages.byLink : ''),
        )}
        {drafts.map((one) => box(chosen.drafts, one, 'Started application'))}
      </div>
    </fieldset>
  );
}

/** Erases an applicant, after a question that lists what else may be this person's, for the office to choose. */
export function useErase(onErased: () => void) {
  const confirm = useConfirm();
  const { mutateAsync } = useEraseApplicant();
  const [isBusy, setBusy] = useState(false);

  async function erase({ id }: Application) {
    const { applications, drafts } = await getApplicantOf(id);
    const others = applications.filter((other) => other.id !== id);
    const own = others.filter(({ by_link }) => by_link === 1).map((one) => one.id);
    const chosen: Chosen = { applications: new Set(own), drafts: new Set() };
    const isConfirmed = await confirm({
      title: messages.confirmErase,
      description: messages.eraseEffect(`A-${id}`),
      choice: others.length + drafts.length > 0 && (
        <EraseChoices chosen={chosen} drafts={drafts} others={others} />
      ),
      confirmLabel: messages.erase,
      danger: true,
    });
    if (!isConfirmed) return;
    const { message } = await mutateAsync({
      id,
      applications: [...chosen.applications],
      drafts: [...chosen.drafts],
    });
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
