import type { WorkExperienceInput } from '#contract/applications.ts';
import { openPaper, printable } from './paper.ts';

export interface Resume {
  name: string;
  contact: readonly string[];
  summary: string;
  experiences: readonly WorkExperienceInput[];
  skills: readonly string[];
  licenses: readonly string[];
  /** School and year. */
  education: string;
  /** The day that the file says it was made on. */
  written: Date;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthOf(date: string): string {
  return `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

function span({ from_date, to_date }: WorkExperienceInput): string {
  return `${monthOf(from_date ?? '')} – ${to_date ? monthOf(to_date) : 'present'}`;
}

/** A plain resume on one page of Letter paper, as PDF; the same bytes every time. */
export async function resumePdf(resume: Resume): Promise<Buffer> {
  const { page, line, heading, finish } = openPaper({
    title: `Resume of ${resume.name}`,
    author: resume.name,
    written: resume.written,
  });

  page.font('Helvetica-Bold').fontSize(22).text(printable(resume.name));
  page.moveDown(0.3);
  line(resume.contact.slice(0, 2).join(', '));
  line(resume.contact.slice(2).join('  |  '));

  heading('Summary');
  line(resume.summary);
  heading('Experience');
  for (const entry of resume.experiences) {
    line(`${entry.position}, ${entry.company}`, 'Helvetica-Bold');
    line(span(entry), 'Helvetica-Oblique');
    line(entry.description);
    page.moveDown(0.6);
  }
  if (resume.licenses.length > 0) {
    heading('Licenses');
    line(resume.licenses.join(', '));
  }
  heading('Skills');
  line(resume.skills.join(', '));
  heading('Education');
  line(resume.education);
  page.moveDown(1.5);
  line('References are listed in the application.', 'Helvetica-Oblique');

  return finish();
}
