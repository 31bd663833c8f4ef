import { Link } from 'react-router';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { departmentName } from '#contract/text/department-name.ts';
import { t } from '#contract/text/languages.ts';
import type { JobSummary } from './job-search.ts';

interface JobRowProps {
  job: JobSummary;
  /** The list's search, for the link back. */
  query: string;
}

/** A job in the list; the whole row is a link. */
export function JobRow({ job, query }: JobRowProps) {
  return (
    <li className="group relative flex flex-wrap items-baseline gap-x-8 gap-y-1 border-b border-line py-5 hover:bg-sheet">
      <h2 className="w-full min-w-0 font-display text-lg leading-snug font-bold md:w-auto md:flex-[5_1_12rem]">
        <Link
          className="group-hover:underline after:absolute after:inset-0"
          prefetch="intent"
          state={{ search: query }}
          to={`/careers/${job.id}`}
        >
          {job.position}
        </Link>
      </h2>
      <div className="w-full min-w-0 md:w-auto md:flex-[4_1_10rem]">
        <p>{job.location}</p>
        {job.terms.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 text-sm">
            {job.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        )}
      </div>
      <p className="w-full min-w-0 text-sm text-steel md:w-auto md:flex-[2_1_7.5rem]">
        {job.department === 'All'
          ? t('All departments', 'Todos los departamentos')
          : departmentName(job.department)}
      </p>
      <p className="text-sm text-steel tabular-nums">
        <span className="md:sr-only">{t('Posted ', 'Publicado ')}</span>
        <time className="whitespace-nowrap" dateTime={job.datePosted}>
          {t(job.datePosted, usCalendarDay(job.datePosted))}
        </time>
      </p>
    </li>
  );
}
