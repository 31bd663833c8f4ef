import type { ReactNode } from 'react';
import type { MissingItem } from '#contract/application-status.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ReturnedForm } from '../form/posted-form.ts';

/** A part that opens with a press, also without scripts. */
function Part({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="border-t-2 border-ink" open={isOpen}>
      <summary className="display min-h-11 cursor-pointer py-4 text-lg">{title}</summary>
      <div className="py-3">{children}</div>
    </details>
  );
}

interface CorrectFormProps {
  /** The form that was just posted and rejected. */
  returned: ReturnedForm | null;
  missing: readonly MissingItem[];
}

/** New contact details, and the CDL while it is missing. What we have isn't shown: others may have the link. */
export function CorrectForm({ returned, missing }: CorrectFormProps) {
  const needsCdl = missing.some((item) => item.startsWith('cdl_'));
  return (
    <Part
      isOpen={returned !== null}
      title={needsCdl ? 'Add your CDL, correct phone or email' : 'Correct your phone or email'}
    >
      <FormState errors={returned?.errors ?? {}} values={returned?.values ?? {}}>
        <form className="grid grid-cols-1 gap-5 sm:grid-cols-2" method="post">
          <TextField autoComplete="tel" label="New phone number" name="phone" type="tel" />
          <TextField autoComplete="email" label="New email" name="email" type="email" />
          {missing.includes('cdl_license_number') && (
            <TextField autoComplete="off" label="CDL number" name="cdl_license_number" />
          )}
          {missing.includes('cdl_expiration_date') && (
            <DateField label="CDL expiration" name="cdl_expiration_date" />
          )}
          <div className="sm:col-span-2">
            <p className="mb-6 text-sm text-steel">Leave blank what stays as it is.</p>
            <Button name="intent" type="submit" value="correct">
              Save
            </Button>
          </div>
        </form>
      </FormState>
    </Part>
  );
}

/** Asks before it withdraws: the button shows once the part is opened. */
export function WithdrawForm() {
  return (
    <Part title="Withdraw your application">
      <form method="post">
        <p className="measure mb-6">
          We stop considering you for this job, and this can't be undone. You can apply again at any
          time.
        </p>
        <Button name="intent" type="submit" value="withdraw" variant="danger">
          Yes, withdraw my application
        </Button>
      </form>
    </Part>
  );
}
