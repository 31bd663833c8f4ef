import type { Application } from '#contract/applications.ts';
import { telHref } from '#contract/company/profile.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import { mailHref } from '#web/lib/format/mail-href.ts';

export function ApplicationHistory({ application }: { application: Application }) {
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      <section>
        <h3 className="mb-2 font-display font-bold">Work experience</h3>
        {application.work_experiences.length === 0 && <Nothing />}
        <ol className="text-sm">
          {application.work_experiences.map((work) => (
            <li className="border-t border-line py-2" key={work.id}>
              <p className="font-semibold">
                {work.position}, {work.company}
              </p>
              <p className="text-steel">{period(work)}</p>
              {work.description && <p className="mt-1 whitespace-pre-line">{work.description}</p>}
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3 className="mb-2 font-display font-bold">References</h3>
        {application.work_references.length === 0 && <Nothing />}
        <ol className="text-sm">
          {application.work_references.map((reference) => (
            <li className="border-t border-line py-2" key={reference.id}>
              <p className="font-semibold">{personName(reference)}</p>
              {reference.relationship && <p className="text-steel">{reference.relationship}</p>}
              <p className="flex flex-wrap gap-x-4">
                <a className="text-link" href={telHref(reference.phone)}>
                  {reference.phone}
                </a>
                <a className="text-link wrap-anywhere" href={mailHref(reference.email)}>
                  {reference.email}
                </a>
              </p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Nothing() {
  return <p className="border-t border-line py-2 text-sm text-steel">None given.</p>;
}

function period(work: Application['work_experiences'][number]): string {
  const from = usCalendarDay(work.from_date);
  const to = work.is_current === 1 ? 'today' : usCalendarDay(work.to_date);
  if (from && to) return `${from} to ${to}`;
  if (from) return `Since ${from}`;
  return to ? `Until ${to}` : '';
}
