/** The open jobs for job boards, in the fields that Indeed accepts, and as RSS. */
import { company } from '#contract/company/profile.ts';
import { jobHtml, payText } from '#contract/job-content.ts';
import type { Job } from '#contract/jobs.ts';
import { instantOf } from '#contract/rules/business-days.ts';
import { placesOf } from '#contract/rules/places.ts';

// Stored text has no characters that XML 1.0 can't say (`storable` in contract/wire/fields.ts).

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function escapeXml(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(/[&<>]/g, (mark) => marks[mark] ?? mark);
}

/** Elements with their text; empty ones are left out. */
function elements(values: Readonly<Record<string, string>>, encode: (text: string) => string) {
  return Object.entries(values)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `<${name}>${encode(text)}</${name}>`)
    .join('\n');
}

const startOf = (day: string) => new Date(instantOf(`${day}T00:00`));

const jobTypes: Record<Job['employmentType'], string> = {
  '': '',
  full_time: 'fulltime',
  part_time: 'parttime',
  contractor: 'contract',
  temporary: 'temporary',
  per_diem: 'perdiem',
  intern: 'internship',
};

/** Indeed reads no HTML entities: signs that would be markup become similar ones. */
const withoutMarkup = (text: string) => text.replaceAll('<', '‹').replaceAll('>', '›');

/** One entry per place, each with a reference of its own, as Indeed asks. */
function indeedJobs(job: Job, publicUrl: string): string[] {
  const places = placesOf(job.location);
  return places.map(({ city, state = '', street = '', zip = '' }, at) => {
    const values = {
      title: job.position,
      date: startOf(job.datePosted).toISOString(),
      referencenumber: at === 0 ? String(job.id) : `${job.id}-${at + 1}`,
      requisitionid: String(job.id),
      url: `${publicUrl}/careers/${job.id}`,
      company: company.name,
      sourcename: company.name,
      city,
      state,
      country: 'US',
      postalcode: zip,
      streetaddress: street,
      description: jobHtml(job, withoutMarkup),
      salary: payText(job).replace(/ an? (\w+)$/, ' per $1'),
      jobtype: jobTypes[job.employmentType],
      category: job.department === 'All' ? '' : job.department,
      expirationdate: job.validThrough ?? '',
    };
    return `<job>\n${elements(values, cdata)}\n</job>`;
  });
}

/** The feed for Indeed: docs.indeed.com, 'XML feed reference'. */
export function indeedFeed(jobs: readonly Job[], publicUrl: string, now: Date): string {
  const head = {
    publisher: company.name,
    publisherurl: `${publicUrl}/`,
    lastBuildDate: now.toUTCString(),
  };
  const entries = jobs.flatMap((job) => indeedJobs(job, publicUrl));
  return `<?xml version="1.0" encoding="utf-8"?>\n<source>\n${elements(head, escapeXml)}\n${entries.join('\n')}\n</source>\n`;
}

/** The feed for readers, RSS 2.0. */
export function rssFeed(jobs: readonly Job[], publicUrl: string): string {
  const head = {
    title: `Careers at ${company.name}`,
    link: `${publicUrl}/careers`,
    description: `Open jobs at ${company.name}`,
    language: 'en-us',
  };
  const items = jobs.map((job) => {
    const url = `${publicUrl}/careers/${job.id}`;
    const values = {
      title: `${job.position}, ${job.location}`,
      link: url,
      guid: url,
      pubDate: startOf(job.datePosted).toUTCString(),
      category: job.department === 'All' ? '' : job.department,
      description: [payText(job), job.roleInformation].filter(Boolean).join('\n'),
    };
    return `<item>\n${elements(values, escapeXml)}\n</item>`;
  });
  const self = `<atom:link href="${escapeXml(publicUrl)}/careers.rss" rel="self" type="application/rss+xml"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n${elements(head, escapeXml)}\n${self}\n${items.join('\n')}\n</channel>\n</rss>\n`;
}
