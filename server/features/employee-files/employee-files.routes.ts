import * as contract from '#contract/employee-files.ts';
import type { Routes } from '../../platform/routes.ts';

/** Files that employees send back. */
export const employeeFilesRoutes: Routes = (register) => {
  register(contract.listAssignments, async () => {
    throw new Error('not built yet');
  });
  register(contract.listEmployeeFiles, async () => {
    throw new Error('not built yet');
  });
  register(contract.groupAssignments, async () => {
    throw new Error('not built yet');
  });
  register(contract.uploadEmployeeFile, async () => {
    throw new Error('not built yet');
  });
  register(contract.updateEmployeeFile, async () => {
    throw new Error('not built yet');
  });
  register(contract.deleteEmployeeFile, async () => {
    throw new Error('not built yet');
  });
  register(contract.listSubmissions, async () => {
    throw new Error('not built yet');
  });
  register(contract.submitVersion, async () => {
    throw new Error('not built yet');
  });
  register(contract.deleteVersion, async () => {
    throw new Error('not built yet');
  });
  register(contract.setSubmissionStatus, async () => {
    throw new Error('not built yet');
  });
};
