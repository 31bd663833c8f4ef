import type { Job } from '#contract/careers.ts';
import { company } from '#contract/company.ts';
import { stateCodes, states } from '#contract/states.ts';

/** A text of several lines as its items, empty lines dropped. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The parts of a job in the order of the page: a heading and its lines, as a list where they are one. */
export function jobParts(job: Job): { title: string; lines: string[]; list: boolean }[] {
  const parts = [
    { title: 'The role', text: job.roleInformation, list: false },
    { title: 'Responsibilities', text: job.jobResponsibilities, list: true },
    { title: 'Skills', text: job.skills, list: true },
    { title: 'Benefits', text: job.descriptionOfBenefits, list: true },
    { title: 'Company culture', text: job.companyCulture, list: true },
    { title: 'About the company', text: job.companyInformation, list: false },
  ];
  return parts
    .map(({ title, text, list }) => ({ title, list, lines: linesOf(text) }))
    .filter(({ lines }) => lines.length > 0);
}

/** The job as Google's JobPosting: only what we know, the texts escaped. */
export function jobPosting(job: Job, publicUrl: string): Record<string, unknown> {
  return {
    '@type': 'JobPosting',
    title: job.position,
    description: jobParts(job)
      .map(({ title, lines, list }) => {
        const items = lines.map(
          (line) => `<${list ? 'li' : 'p'}>${escaped(line)}</${list ? 'li' : 'p'}>`,
        );
        return `<h3>${title}</h3>${list ? `<ul>${items.join('')}</ul>` : items.join('')}`;
      })
      .join(''),
    datePosted: job.datePosted,
    identifier: { '@type': 'PropertyValue', name: company.name, value: String(job.id) },
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      sameAs: `${publicUrl}/`,
    },
    jobLocation: { '@type': 'Place', address: postalAddress(job.location) },
    ...(job.department === 'All' ? {} : { occupationalCategory: job.department }),
    directApply: true,
    url: `${publicUrl}/careers/${job.id}`,
  };
}

function postalAddress(location: string): Record<string, string> {
  const [, city, region] = /^(.+?),\s*([^,]+?)\.?$/.exec(location.trim()) ?? [];
  const named = states.find(([, name]) => name.toLowerCase() === region?.toLowerCase())?.[0];
  const code = named ?? stateCodes.find((state) => state === region?.toUpperCase());
  return {
    '@type': 'PostalAddress',
    addressLocality: city && code ? city : location,
    ...(code ? { addressRegion: code } : {}),
    addressCountry: 'US',
  };
}

function escaped(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
}
