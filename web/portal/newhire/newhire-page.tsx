import {
  ArrowUpRight,
  Clock,
  KeyRound,
  type LucideIcon,
  Smartphone,
  Truck,
  Users,
} from 'lucide-react';
import { type MobileApp, mobileApps } from '#contract/company/mobile-apps.ts';
import { t } from '#contract/text/languages.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

const icons: Record<string, LucideIcon> = {
  'Load management': Truck,
  'Time tracking': Clock,
  'Driver mentoring': Users,
  'Lock vault': KeyRound,
};

export default function NewHirePage() {
  return (
    <>
      <PageHeader
        intro={t(
          'Install these four apps on your work phone. Log in with the username that the office gave you.',
          'Instale estas cuatro aplicaciones en su teléfono de trabajo. Inicie sesión con el usuario que le dio la oficina.',
        )}
        title={t('New Hire', 'Nuevo empleado')}
      />
      <ol className="grid gap-4 sm:grid-cols-2">
        {mobileApps.map((app, index) => (
          <li key={app.url}>
            <AppCard app={app} number={index + 1} />
          </li>
        ))}
      </ol>
    </>
  );
}

function AppCard({ app, number }: { app: MobileApp; number: number }) {
  const Icon = icons[app.name] ?? Smartphone;
  return (
    <a
      className="group grid h-full grid-cols-[min(3.5rem,10vw)_minmax(0,1fr)_min(1.5rem,7vw)] items-start gap-x-3 border border-line border-t-4 border-t-ink bg-sheet p-5 hover:border-t-signal"
      href={app.url}
      rel="noopener noreferrer"
      target="_blank"
    >
      <span aria-hidden="true" className="display text-3xl text-rust">
        {number}
      </span>
      <span className="min-w-0">
        <span className="flex items-center gap-2 font-display text-lg leading-snug font-bold group-hover:underline">
          <Icon aria-hidden="true" className="size-5 shrink-0 text-steel" />
          {t(app.name, app.spanish.name)}
        </span>
        <span className="mt-2 block text-sm text-steel">{t(app.about, app.spanish.about)}</span>
        <span className="sr-only">
          {' '}
          {t(
            '(opens the app store in a new tab)',
            '(abre la tienda de aplicaciones en otra pestaña)',
          )}
        </span>
      </span>
      <ArrowUpRight aria-hidden="true" className="size-6 text-steel group-hover:text-rust" />
    </a>
  );
}
