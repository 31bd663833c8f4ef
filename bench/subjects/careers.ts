import { fillJobs, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { compare } from '../load.ts';
import { withSameBytes } from '../raw.ts';

const reads: [what: string, path: string, least: number][] = [
  ['/api/careers, 20 jobs', '/api/careers', 0.6],
  ['/api/careers/{id}', '/api/careers/7', 0.6],
  ['careers page, 20 jobs', '/careers', 0.5],
  ['one job page', '/careers/7', 0.5],
];

/** The public reads of jobs: the list, one of them, and their pages. */
export const careers: Subject = {
  name: 'careers',
  run: () =>
    withCompany(fillJobs, async ({ url, pid }) => {
      const figures: Figure[] = [];
      for (const [what, path, least] of reads) {
        const ours = { url: `${url}${path}`, pid };
        figures.push(await withSameBytes(ours, (raw) => compare(what, least, ours, raw)));
      }
      return figures;
    }),
};
