import { Printer } from 'lucide-react';
import { company } from '#contract/company.ts';
import { today } from '#contract/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/holidays-page.ts';
import { HolidayYear } from './holiday-year.tsx';
import { NextHoliday } from './next-holiday.tsx';
import { SubscribeToHolidays } from './subscribe-to-holidays.tsx';
import { useToday } from './use-today.ts';
import { yearsToShow } from './years-to-show.ts';

export const meta: Route.MetaFunction = () => portalMeta('Holiday Tracker');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** The days on which the company is closed: this year first, then the next, then SPEC.md's 2025. */
export default function HolidaysPage() {
  const date = useToday(today);
  return (
    <>
      <PageHeader
        action={
          <Button className="print:hidden" onClick={() => print()} variant="secondary">
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
        }
        title="Holiday Tracker"
      />
      <p className="hidden pb-3 text-sm print:block">{company.name}</p>
      <NextHoliday today={date} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2 xl:grid-cols-3 print:grid-cols-2 print:gap-4">
        {yearsToShow(date).map((year) => (
          <HolidayYear key={year} today={date} year={year} />
        ))}
      </div>
      <SubscribeToHolidays />
    </>
  );
}
