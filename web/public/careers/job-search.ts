import type { Job } from '#contract/careers.ts';

/** What the list shows of a job. */
export type JobSummary = Pick<Job, 'id' | 'position' | 'location' | 'department' | 'datePosted'>;

export interface JobSearch {
  q: string;
  department: string;
}

/** The search of an address such as `?q=driver&department=Logistics`. */
export function searchOf(params: URLSearchParams): JobSearch {
  return { q: params.get('q') ?? '', department: params.get('department') ?? 'All' };
}

/** The address's query of a search, '' when it filters nothing. */
export function queryOf({ q, department }: JobSearch): string {
  const params = new URLSearchParams();
  if (q.trim() !== '') params.set('q', q);
  if (department !== 'All') params.set('department', department);
  return params.size > 0 ? `?${params}` : '';
}

/** The jobs whose position, location or department holds the text, of the department or of all. */
export function filterJobs(jobs: readonly JobSummary[], { q, department }: JobSearch) {
  const text = q.trim().toLowerCase();
  return jobs.filter(
    (job) =>
      (department === 'All' || job.department === 'All' || job.department === department) &&
      [job.position, job.location, job.department].some((part) =>
        part.toLowerCase().includes(text),
      ),
  );
}
