import { Link } from 'react-router';
import type { JobSummary } from './job-search.ts';

interface JobRowProps {
  job: JobSummary;
  /** The list's search, for the way back. */
  query: string;
}

/** One job on the list: the whole line is the link. */
export function JobRow({ job, query }: JobRowProps) {
  return (
    <li className="group relative grid gap-x-8 gap-y-1 border-b border-line py-5 hover:bg-sheet md:grid-cols-[5fr_3fr_3fr_auto] md:items-baseline">
      <h2 className="font-display text-lg leading-snug font-bold">
        <Link
          className="group-hover:underline after:absolute after:inset-0"
          state={{ search: query }}
          to={`/careers/${job.id}`}
        >
          {job.position}
        </Link>
      </h2>
      <p>{job.location}</p>
      <p className="text-steel">{job.department === 'All' ? 'All departments' : job.department}</p>
      <p className="text-sm text-steel tabular-nums">
        <span className="md:sr-only">Posted </span>
        <time dateTime={job.datePosted}>{job.datePosted}</time>
      </p>
    </li>
  );
}
