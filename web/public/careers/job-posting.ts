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
    jobLocation: places(job.location),
    ...(job.department === 'All' ? {} : { occupationalCategory: job.department }),
    directApply: true,
    url: `${publicUrl}/careers/${job.id}`,
  };
}

/** 'A, XX' is a place, 'A, XX and B, YY' are two; what is not understood names a place without a state. */
function places(location: string): Record<string, unknown> | Record<string, unknown>[] {
  const parts = location
    .split(/[/;]|\sand\s/i)
    .map((part) => part.replace(/^[\s,]+|[\s,]+$/g, ''))
    .filter((part) => part !== '');
  const found = parts.map(cityAndState);
  const [only, ...others] = found;
  if (!only || found.includes(null)) return place({ addressLocality: location });
  return others.length === 0 ? place(only) : found.map(place);
}

function cityAndState(part: string): Record<string, string> | null {
  const [, city, region] = /^([^,]+),([^,]+)$/.exec(part) ?? [];
  if (!city || !region) return null;
  const spelled = region.replace(/\.$/, '').trim();
  const named = states.find(([, name]) => name.toLowerCase() === spelled.toLowerCase())?.[0];
  const code = named ?? stateCodes.find((state) => state === spelled.toUpperCase());
  return code ? { addressLocality: city.trim(), addressRegion: code } : null;
}

function place(where: Record<string, string> | null): Record<string, unknown> {
  return {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', ...where, addressCountry: 'US' },
  };
}

function escaped(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
}
