import { expect, test } from 'vitest';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { applicationsOf, experience, reference, whole } from '#tests/harness/applications.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { pdfOf, sha256 } from '#tests/harness/multipart.ts';

onBothWhenFull('applications', (engine) => {
  const t = suiteApp(engine);

  const { post, postForm, list, one, kept } = applicationsOf(() => t);

  test('stores an application with a resume exactly as sent', async () => {
    const pdf = pdfOf('Anna');
    const sent = await postForm(
      {
        ...whole,
        has_cdl_license: '1',
        carHaulingExperienceYears: '7',
        cdl_expiration_date: '2027-02-28',
        driver_license_expiration: '',
        workExperiences: [experience, { company: '', is_current: 0 }],
        references: [reference],
        unknown: 'x',
      },
      pdf,
    );
    expect(sent).toEqual({
      status: 201,
      body: {
        message: 'Application submitted successfully!',
        id: expect.any(Number),
        status_url: expect.stringContaining('/application/status/'),
      },
    });
    const row = await one(sent.body.id);
    expect(row).toMatchObject({
      ...whole,
      job_id: null,
      position: null,
      zipcode: '',
      has_cdl_license: 1,
      has_dot_card: 0,
      certification: 0,
      car_hauling_experience_years: 7,
      cdl_expiration_date: '2027-02-28',
      driver_license_expiration: null,
      resume_path: expect.stringMatching(/^resumes\/[0-9a-f-]{36}\.pdf$/),
      work_experiences: [
        { ...experience, id: expect.any(Number), to_date: null, is_current: 0, description: '' },
      ],
      work_references: [{ ...reference, id: expect.any(Number), relationship: '' }],
    });
    expect(row).not.toHaveProperty('unknown');
    const object = await t.ctx.db
      .selectFrom('objects')
      .selectAll()
      .where('key', '=', row?.resume_path ?? '')
      .executeTakeFirst();
    expect(object).toMatchObject({
      kind: 'pdf',
      size: pdf.length,
      sha256: sha256(pdf),
      original_name: 'Anna, CV; Näf.pdf',
    });
  });

  test('stores the job’s id and name, ignores unknown jobs and refuses deleted ones', async () => {
    const made = await t.app.inject({
      method: 'POST',
      url: '/api/careers',
      headers: t.admin.headers,
      payload: sampleBody('createJob', { position: 'Car Hauler' }),
    });
    const jobId = made.json().id;
    const { body } = await post({ ...whole, job_id: jobId });
    expect(await one(body.id)).toMatchObject({ job_id: jobId, position: 'Car Hauler' });
    await t.app.inject({
      method: 'DELETE',
      url: `/api/careers/${jobId}`,
      headers: t.admin.headers,
    });
    expect(await one(body.id)).toMatchObject({ job_id: null, position: 'Car Hauler' });
    const late = await post({ ...whole, job_id: jobId });
    expect([late.status, late.body.code]).toEqual([409, 'job_closed']);
    for (const job_id of [99_999, 99_999_999_999, 'x']) {
      const later = await post({ ...whole, job_id });
      expect(later.status).toBe(201);
      expect(await one(later.body.id)).toMatchObject({ job_id: null, position: null });
    }
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['rows that are not JSON', { references: '[{' }, 'references'],
    ['51 rows', { references: Array.from({ length: 51 }, () => reference) }, 'references'],
    ['an incomplete row', { references: [reference, { phone: '1' }] }, 'references.1.email'],
    [
      'a job that ended before it started',
      { workExperiences: [{ ...experience, to_date: '2019-02-27' }] },
      'workExperiences.0.to_date',
    ],
  ])('rejects %s and stores neither a row nor a resume', async (_, change, name) => {
    const [before, files] = [(await list()).rows.length, await kept()];
    const { status, body } = await post({ ...whole, ...change });
    expect([status, body.fields?.[name]]).toEqual([400, expect.any(String)]);
    const texts = Object.entries({ ...whole, ...change }).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    expect((await postForm(Object.fromEntries(texts), pdfOf())).status).toBe(400);
    expect((await list()).rows.length).toBe(before);
    expect(await kept()).toEqual(files);
  });

  test('returns its own message when a required field is missing', async () => {
    const { body } = await post({ ...whole, city: '' });
    expect(body.error).toBe('Please fill in all required fields.');
  });

  test('accepts camelCase keys in rows and stores unanswered flags as 0', async () => {
    const { status, body } = await post({
      ...whole,
      has_dot_card: null,
      workExperiences: [
        { company: 'Prairie', position: 'Driver', fromDate: '2020-02-29', isCurrent: true },
      ],
      references: [
        { firstName: 'Ada', lastName: 'Nun', phone: '815-555-0101', email: 'ada@example.com' },
      ],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const stored = (await list()).rows.find((row: { id: number }) => row.id === body.id);
    expect(stored).toMatchObject({
      has_dot_card: 0,
      work_experiences: [{ from_date: '2020-02-29', is_current: 1 }],
      work_references: [{ first_name: 'Ada', last_name: 'Nun' }],
    });
  });

  test('deletes the rows and the resume, and returns 404 the second time', async () => {
    const { body } = await postForm(
      { ...whole, references: [reference], workExperiences: [experience] },
      pdfOf(),
    );
    const resume = (await one(body.id))?.resume_path ?? '';
    expect(await kept()).toContain(resume);
    const remove = () =>
      t.app.inject({
        method: 'DELETE',
        url: `/api/application/${body.id}`,
        headers: t.admin.headers,
      });
    const responses = await Promise.all([remove(), remove(), remove()]);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 404, 404]);
    expect(responses.find((response) => response.statusCode === 200)?.json()).toEqual({
      message: 'Application deleted successfully.',
    });
    expect(await kept()).not.toContain(resume);
    const { db } = t.ctx;
    const left = await db
      .selectFrom('work_references')
      .select('id')
      .where('application_id', '=', body.id)
      .execute();
    expect(left).toEqual([]);
    expect(
      await db.selectFrom('objects').select('key').where('key', '=', resume).execute(),
    ).toEqual([]);
  });

  test('audits no personal data beyond the name', async () => {
    const { body } = await post({
      ...whole,
      first_name: 'Erin',
      last_name: 'Oakes',
      phone: '555 marker',
      email: 'marker@example.com',
      street_address: '1 Marker Street',
      city: 'Markerville',
    });
    const removed = await t.app.inject({
      method: 'DELETE',
      url: `/api/application/${body.id}`,
      headers: t.admin.headers,
    });
    expect(removed.statusCode).toBe(200);
    const audit = await t.ctx.db.selectFrom('audit').selectAll().execute();
    expect(audit.some((row) => row.action === 'application.create')).toBe(true);
    expect(audit.findLast((row) => row.action === 'application.delete')?.label).toBe('Erin Oakes');
    expect(JSON.stringify(audit)).not.toMatch(/marker/i);
  });

  test('deletes the bytes of a failed transaction, and stores no row when storage fails', async () => {
    const files = (await kept()).sort();
    const count = (await list()).rows.length;
    const { storage } = t.ctx;
    const keep = storage.put;
    storage.put = async () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    expect((await postForm(whole, pdfOf())).status).toBe(503);
    storage.put = keep;
    const { schema } = t.ctx.db;
    await schema.alterTable('work_references').renameTo('elsewhere').execute();
    expect((await postForm({ ...whole, references: [reference] }, pdfOf())).status).toBe(500);
    await schema.alterTable('elsewhere').renameTo('work_references').execute();
    expect((await list()).rows.length).toBe(count);
    expect((await kept()).sort()).toEqual(files);
  });
});
