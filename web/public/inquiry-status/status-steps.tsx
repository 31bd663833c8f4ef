import type { StatusStep } from '#contract/inquiry-status.ts';
import { t } from '#contract/text/languages.ts';

/** What each step is called, and what it means for the customer. */
export const stepTexts = (): Record<
  StatusStep,
  { label: string; title: string; next: string }
> => ({
  received: {
    label: t('Received', 'Recibida'),
    title: t('We have your request', 'Tenemos su solicitud'),
    next: t(
      'A dispatcher will reply with a price within one business day.',
      'Un despachador le responderá con un precio en un día hábil.',
    ),
  },
  in_progress: {
    label: t('In progress', 'En proceso'),
    title: t("We're working on your price", 'Estamos preparando su precio'),
    next: t(
      'You get an email as soon as the quote is ready.',
      'Le mandamos un correo en cuanto la cotización esté lista.',
    ),
  },
  quoted: {
    label: t('Quoted', 'Cotizada'),
    title: t('Your quote is ready', 'Su cotización está lista'),
    next: t(
      'Accept it, decline it, or ask us a question below.',
      'Acéptela, rechácela o háganos una pregunta abajo.',
    ),
  },
  expired: {
    label: t('Expired', 'Vencida'),
    title: t('Your quote has expired', 'Su cotización venció'),
    next: t('Ask for a new price with one press.', 'Pida un precio nuevo con un botón.'),
  },
  declined: {
    label: t('Declined', 'Rechazada'),
    title: t('You declined the quote', 'Rechazó la cotización'),
    next: t(
      'Ask for a new price if you still need the transport.',
      'Pida un precio nuevo si todavía necesita el transporte.',
    ),
  },
  accepted: {
    label: t('Accepted', 'Aceptada'),
    title: t('The quote is accepted', 'La cotización está aceptada'),
    next: t('We call you to plan the pickup.', 'Le llamamos para planear la recogida.'),
  },
  scheduled: {
    label: t('Scheduled', 'Programada'),
    title: t('Your pickup is planned', 'Su recogida está programada'),
    next: t(
      'Have the vehicles and keys ready at the pickup location.',
      'Tenga listos los vehículos y las llaves en el lugar de recogida.',
    ),
  },
  closed: {
    label: t('Closed', 'Cerrada'),
    title: t('This request is closed', 'Esta solicitud está cerrada'),
    next: t(
      'Ask again if you still need the transport.',
      'Pida otra cotización si todavía necesita el transporte.',
    ),
  },
});

const open = ['received', 'in_progress', 'quoted', 'accepted', 'scheduled'] as const;

/** Where the load stands, in one glance. */
export function StatusSteps({ status }: { status: StatusStep }) {
  const isOnWay = (open as readonly StatusStep[]).includes(status);
  const steps: readonly StatusStep[] = isOnWay ? open : ['received', 'in_progress', status];
  const current = steps.indexOf(status);
  const texts = stepTexts();
  return (
    <ol aria-label={t('Steps', 'Pasos')} className="mt-8 flex gap-1.5">
      {steps.map((step, place) => (
        <li
          aria-current={place === current ? 'step' : undefined}
          className={`flex-1 border-t-8 py-2 font-display text-xs ${place <= current ? 'border-signal' : 'border-line text-steel'} ${place === current ? 'font-bold' : ''}`}
          key={step}
        >
          {texts[step].label}
          {place < current && <span className="sr-only"> {t('(done)', '(listo)')}</span>}
        </li>
      ))}
    </ol>
  );
}
