/** What calls about people, claims and driver files need besides their bodies, by endpoint name. */
import { randomUUID } from 'node:crypto';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { endpointOf, type Preparation, pixel, sampleFile, send } from '../fixtures/requests.ts';
import type { TestApp } from '../harness/app.ts';
import { claimsOf } from '../harness/claims.ts';
import { employeeOf } from '../harness/employees.ts';
import { formBody } from '../harness/multipart.ts';
import { jsonOf } from './stored.ts';

type Preparations = Record<string, (t: TestApp) => Promise<Preparation>>;

/** A claim of the employee with a photo of one pixel: encoding another takes time. */
async function ownClaim(t: TestApp): Promise<Preparation> {
  await employeeOf(t, t.employee.userId);
  return { id: await claimsOf(() => t).report(t.employee, {}, [pixel]), by: t.employee };
}

/** A new driver and the path of their CDL. */
async function newDriver(t: TestApp) {
  const driver = await t.person(`driver-${randomUUID()}`, 'employee');
  const employeeId = await employeeOf(t, driver.userId);
  return { driver, employeeId, id: `${employeeId}/cdl` };
}

/** The CDL of a new driver, which no admin has checked. */
async function waitingItem(t: TestApp) {
  const { driver, id } = await newDriver(t);
  const form = formBody({}, sampleFile(endpointOf('uploadDriverDocument')));
  const { document_id } = await jsonOf(send(t, 'POST', `/api/driver-file/${id}`, driver, form));
  return { id, documentId: Number(document_id) };
}

let weeksOff = 0;

export const recordPreparations: Preparations = {
  createClaim: async (t) => {
    await employeeOf(t, t.employee.userId);
    return { by: t.employee };
  },
  getClaim: ownClaim,
  updateClaim: async (t) => ({ ...(await ownClaim(t)), by: t.admin }),
  createClaimPhoto: ownClaim,
  updateClaimResponse: ownClaim,
  listDriverDocuments: async (t) => ({ id: (await waitingItem(t)).id }),
  uploadDriverDocument: async (t) => ({ id: (await newDriver(t)).id }),
  updateDriverDocument: async (t) => ({ id: (await waitingItem(t)).id }),
  refuseDriverDocument: async (t) => ({ id: (await waitingItem(t)).documentId }),
  deleteDriverDocument: async (t) => ({ id: (await waitingItem(t)).documentId }),
  createDriverFilePdf: async (t) => ({ body: { employee_id: (await newDriver(t)).employeeId } }),
  updateDepartment: async (t) => {
    const { userId } = await t.person(`p ${randomUUID()}`, 'employee');
    const employee_id = await employeeOf(t, userId);
    return { body: { employees: [{ employee_id, version: null }] } };
  },
  createTimeOff: async (t) => {
    await employeeOf(t, t.admin.userId);
    // Nobody has the same day off twice.
    const from_date = dayAfter(today(), 7 * ++weeksOff);
    return { body: { from_date, to_date: dayAfter(from_date, 6) } };
  },
  getTimeOffBalance: (t) => employeeOf(t, t.admin.userId).then(() => ({})),
  // The directory has a match.
  searchPortal: async () => ({ query: { q: 'dispatch' } }),
};
