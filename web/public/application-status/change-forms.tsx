import type { ReactNode } from 'react';
import type { MissingItem } from '#contract/application-status.ts';
import { t } from '#contract/text/languages.ts';
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
      title={
        needsCdl
          ? t('Add your CDL, correct phone or email', 'Agregar su CDL, corregir teléfono o correo')
          : t('Correct your phone or email', 'Corregir su teléfono o correo')
      }
    >
      <FormState errors={returned?.errors ?? {}} values={returned?.values ?? {}}>
        <form className="grid grid-cols-1 gap-5 sm:grid-cols-2" method="post">
          <TextField
            autoComplete="tel"
            label={t('New phone number', 'Teléfono nuevo')}
            name="phone"
            type="tel"
          />
          <TextField
            autoComplete="email"
            label={t('New email', 'Correo electrónico nuevo')}
            name="email"
            type="email"
          />
          {missing.includes('cdl_license_number') && (
            <TextField
              autoComplete="off"
              label={t('CDL number', 'Número de CDL')}
              name="cdl_license_number"
            />
          )}
          {missing.includes('cdl_expiration_date') && (
            <DateField
              label={t('CDL expiration', 'Vencimiento de la CDL')}
              name="cdl_expiration_date"
            />
          )}
          <div className="sm:col-span-2">
            <p className="mb-6 text-sm text-steel">
              {t('Leave blank what stays as it is.', 'Deje en blanco lo que no cambia.')}
            </p>
            <Button name="intent" type="submit" value="correct">
              {t('Save', 'Guardar')}
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
    <Part title={t('Withdraw your application', 'Retirar su solicitud')}>
      <form method="post">
        <p className="measure mb-6">
          {t(
            "We stop considering you for this job, and this can't be undone. You can apply again at any time.",
            'Dejamos de considerar su solicitud para este puesto, y esto no se puede deshacer. Puede enviar otra solicitud cuando quiera.',
          )}
        </p>
        <Button name="intent" type="submit" value="withdraw" variant="danger">
          {t('Yes, withdraw my application', 'Sí, retirar mi solicitud')}
        </Button>
      </form>
    </Part>
  );
}
