import type { Job } from '#contract/jobs.ts';
import { departmentName } from '#contract/text/department-name.ts';
import { foldText } from '#contract/text/text-fold.ts';

export type JobSummary = Pick<Job, 'id' | 'position' | 'location' | 'department' | 'datePosted'> & {
  /** Pay, home time, shift and employment type, if stated. */
  terms: readonly string[];
};

export interface JobSearch {
  q: string;
  department: string;
}

export const allJobs: JobSearch = { q: '', department: 'All' };

/** The URL query of a search; '' without filters. */
export function queryOf({ q, department }: JobSearch): string {
  const params = new URLSearchParams();
  if (q.trim() !== '') params.set('q', q);
  if (department !== 'All') params.set('department', department);
  return params.size > 0 ? `?${params}` : '';
}

/** Matches a case-insensitive substring of position, location or department, and the department filter. */
export function filterJobs(jobs: readonly JobSummary[], { q, department }: JobSearch) {
  const text = foldText(q.trim());
  return jobs.filter(
    (job) =>
      (department === 'All' || job.department === 'All' || job.department === department) &&
      [job.position, job.location, job.department, departmentName(job.department)].some((part) =>
        foldText(part).includes(text),
      ),
  );
}
