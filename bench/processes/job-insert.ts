/** The insert of one job, prepared once, on a connection as careful as the server's. */
import { DatabaseSync } from 'node:sqlite';
import type { JobInput } from '#contract/careers.ts';

/** A function that commits one job and answers its id. */
export function jobInserter(file: string): (job: JobInput) => number {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  const insert = database.prepare(
    `insert into jobs (position, location, department, date_posted, company_information,
      role_information, job_responsibilities, skills, description_of_benefits, company_culture,
      created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (job) =>
    Number(
      insert.run(
        job.position,
        job.location,
        job.department,
        job.datePosted,
        job.companyInformation,
        job.roleInformation,
        job.jobResponsibilities,
        job.skills,
        job.descriptionOfBenefits,
        job.companyCulture,
        new Date().toISOString(),
      ).lastInsertRowid,
    );
}
