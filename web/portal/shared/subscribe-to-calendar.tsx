import { CalendarPlus, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/text/languages.ts';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from './toast.tsx';

interface SubscribeToCalendarProps {
  /** Of the calendar file, on this site. */
  path: string;
  intro: ReactNode;
  /** More buttons beside the address. */
  action?: ReactNode;
}

/** The address of a calendar, with how to subscribe to it. */
export function SubscribeToCalendar({ path, intro, action }: SubscribeToCalendarProps) {
  const address = `${location.origin}${path}`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toast.show(t('Address copied.', 'Dirección copiada.'));
    } catch {
      toast.show(
        t(
          "Couldn't copy the address. Select it and copy it.",
          'No se pudo copiar la dirección. Selecciónela y cópiela.',
        ),
        'error',
      );
    }
  }

  return (
    <section aria-labelledby="subscribe" className="mt-12 max-w-3xl print:hidden">
      <h2 className="display mb-3 text-lg" id="subscribe">
        {t('Add to your calendar', 'Agregar a su calendario')}
      </h2>
      <p className="measure text-steel">{intro}</p>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Field
          className="min-w-0 flex-1 basis-72"
          label={t('Calendar address', 'Dirección del calendario')}
          name="calendar"
        >
          <Input onFocus={(event) => event.target.select()} readOnly value={address} />
        </Field>
        <Button onClick={() => void copy()} variant="secondary">
          <Copy aria-hidden="true" className="size-5" />
          {t('Copy', 'Copiar')}
        </Button>
        <AnchorButton href={address.replace(/^https?:/, 'webcal:')} variant="secondary">
          <CalendarPlus aria-hidden="true" className="size-5" />
          {t('Subscribe', 'Suscribirse')}
        </AnchorButton>
        {action}
      </div>
      <ul className="mt-4 grid list-disc gap-1 pl-5 text-sm text-steel">
        <li>{t('iPhone and Mac: select Subscribe.', 'iPhone y Mac: elija Suscribirse.')}</li>
        <li>
          {t(
            'Google Calendar (on a computer): Other calendars, then From URL, and paste the address.',
            'Google Calendar (en una computadora): Otros calendarios, luego Desde URL, y pegue la dirección.',
          )}
        </li>
        <li>
          {t(
            'Outlook: Add calendar, then Subscribe from web, and paste the address.',
            'Outlook: Agregar calendario, luego Suscribirse desde la web, y pegue la dirección.',
          )}
        </li>
        <li>
          {t('Without updates:', 'Sin actualizaciones:')}{' '}
          <a className="text-link" href={path}>
            {t('download the calendar file', 'descargue el archivo del calendario')}
          </a>
          .
        </li>
      </ul>
    </section>
  );
}
