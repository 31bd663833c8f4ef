import { describe, expect, test, vi } from 'vitest';
import { hoursEvent } from '#contract/hours.ts';
import { choosableKinds } from '#contract/notification-kinds.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { driverFilesOf } from '#tests/harness/driver-files.ts';
import { employeeFilesOf } from '#tests/harness/employee-files.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { formBody, pdfOf } from '#tests/harness/multipart.ts';
import { linkedMessagesTo, mailsOf } from '#tests/records/traces.ts';

describe('notifications raised by events', () => {
  const t = suiteApp('sqlite');
  const office = employeeFilesOf(() => t);
  const driverFiles = driverFilesOf(() => t);

  const call = async (method: 'POST' | 'PUT', url: string, body: object) => {
    const response = await send(t, method, url, t.admin, body);
    expect(response.statusCode, response.body).toBeLessThan(300);
  };
  const unread = (by: TestPerson) => linkedMessagesTo(t, by, '?unread=true');

  test('notifies an employee of each change of their hours once, and reloads open pages', async () => {
    const driver = await t.person('hourly', 'employee');
    const id = await employeeOf(t, driver.userId);
    expect(await unread(driver), 'opening balances').toEqual([]);
    await call('PUT', `/api/employees/${id}`, { pto_hours: 40, work_hours: 80 });
    const toUsers = vi.spyOn(t.ctx.realtime, 'toUsers');
    const toAdmins = vi.spyOn(t.ctx.realtime, 'toAdmins');
    const change = { pto_hours: 32, work_hours: 88.25, reason: 'July 3' };
    await call('PUT', `/api/employees/${id}`, change);
    expect(toUsers.mock.calls).toContainEqual([[driver.userId], hoursEvent]);
    expect(toAdmins.mock.calls).toContainEqual([hoursEvent]);
    toUsers.mockClear();
    await call('PUT', `/api/employees/${id}`, { pto_hours: 32 });
    expect(toUsers.mock.calls, 'equal values change nothing').toEqual([]);
    await call('PUT', `/api/users/${driver.userId}`, { pto_hours: 24 });
    expect(toUsers.mock.calls).toContainEqual([[driver.userId], hoursEvent]);
    vi.restoreAllMocks();
    const own = await employeeOf(t, t.admin.userId);
    const before = await unread(t.admin);
    await call('PUT', `/api/employees/${own}`, { pto_hours: 12 });
    expect(await unread(t.admin), 'not of their own changes').toEqual(before);
    // Once for each change, and nothing for equal values.
    expect(await unread(driver)).toEqual([
      ['Your PTO hours changed from 32 to 24.', '/Hours'],
      [
        'Your PTO hours changed from 40 to 32 and your work hours changed from 80 to 88.25. Reason: July 3',
        '/Hours',
      ],
      ['Your PTO hours changed from 0 to 40 and your work hours changed from 0 to 80.', '/Hours'],
    ]);
  });

  test('notifies a driver of a damage', async () => {
    const driver = await t.person('damaged', 'employee');
    await call('POST', '/api/damages', {
      ...{ employee_id: await employeeOf(t, driver.userId), driver_name: 'Emil Novotny' },
      ...{ damage_date: '2025-10-06', damage_amount: 1249.9 },
      damage_description: 'Right mirror broken.',
    });
    expect(await unread(driver)).toEqual([
      [
        'A damage of $1,249.90 on 10/06/2025 was added to your record.',
        expect.stringMatching(/^\/damages\?damage=\d+$/),
      ],
    ]);
  });

  test('tells who reads Spanish in Spanish, by mail with links to Spanish pages', async () => {
    const driver = await t.person('lectora', 'employee');
    const id = await employeeOf(t, driver.userId);
    await send(t, 'PUT', '/api/user/language', driver, { language: 'es' });
    await send(t, 'PUT', '/api/notifications/settings', driver, {
      choices: choosableKinds.map((kind) => ({ kind, in_app: 1, push: 0, mail: 1 })),
    });
    const one = { user_ids: [driver.userId], file_name_es: '' };

    await call('PUT', `/api/employees/${id}`, { pto_hours: 40, reason: 'Rosa' });
    const training = await office.document('training', { ...one, file_name: 'Frenos' });
    await office.update('training', training, { user_ids: one.user_ids }, pdfOf('new'));
    await office.document('reports', { ...one, file_name: 'Diésel' });
    const settlement = await office.document('settlements', { ...one, file_name: 'Semana 3' });
    const file = await office.assignFile([driver]);
    const version = await office.submit(await office.assignmentOf(file, driver), driver);
    await office.review(version, 'Rejected', 'Falta la firma');
    await office.review(version, 'Complete');
    const document = await driverFiles.upload(id, 'medical_certificate', {}, driver);
    await driverFiles.refuse(document, { reason: 'No se lee.' });
    const question = `/api/settlements/files/${settlement}/questions`;
    const asked = await send(t, 'POST', question, driver, formBody({ message: '¿Y la grúa?' }));
    const answer = `/api/settlements/questions/${asked.json().question_id}/messages`;
    await send(t, 'POST', answer, t.admin, formBody({ message: 'Va en la próxima.' }));
    await call('POST', '/api/receipts/remind', { file_id: training });

    const notices = (await unread(driver)).toReversed();
    const links = notices.filter(([message]) => String(message).includes('W-4'));
    expect(new Set(links.map(([, link]) => link))).toEqual(
      new Set([`/EmployeeFiles?file=${file}`]),
    );
    expect(notices.map(([message]) => message)).toEqual([
      'Sus horas de PTO cambiaron de 0 a 40. Motivo: Rosa',
      'Nuevo archivo de capacitación: Frenos. Está en Capacitación.',
      'Se reemplazó el archivo de capacitación Frenos. Ábralo de nuevo en Capacitación.',
      'Nuevo reporte: Diésel. Está en Reportes.',
      'Nueva liquidación: Semana 3. Está en Liquidaciones.',
      'Tiene un archivo nuevo: W-4. Lo encuentra en Archivos del empleado.',
      'Su versión v1 de W-4 fue rechazada. Envíe una nueva en Archivos del empleado. Motivo: Falta la firma',
      'Su versión v1 de W-4 ahora tiene el estado Completo.',
      'La oficina no puede aceptar su documento (Certificado médico). Motivo: No se lee. Suba uno nuevo.',
      'La oficina contestó su pregunta sobre Semana 3.',
      'Por favor, abra Frenos en el portal.',
    ]);
    const mails = await mailsOf(t, 'lectora@example.com');
    expect(mails.length).toBeGreaterThan(8);
    for (const { subject, body_text } of mails) {
      expect(subject).toMatch(/tiene una notificación nueva$|^Por favor, abra/);
      for (const [path] of body_text.matchAll(/(?<=http:\/\/[^/\s]+)\/\S*/g)) {
        expect(path).toMatch(/^\/es\/(?!es\/)/);
      }
    }
  });
});
