import * as applications from './applications.ts';
import * as careers from './careers.ts';
import type { Endpoint } from './endpoint.ts';
import * as files from './files.ts';
import * as inquiries from './inquiries.ts';
import * as session from './session.ts';

/** Every call there is: the server refuses to start when one has no handler, the role matrix when one has no row. */
export const endpoints: readonly Endpoint[] = [
  session.login,
  session.logout,
  session.signup,
  session.currentUser,
  careers.listJobs,
  careers.getJob,
  careers.createJob,
  careers.updateJob,
  careers.deleteJob,
  inquiries.sendInquiry,
  inquiries.listInquiries,
  inquiries.updateInquiry,
  applications.sendApplication,
  applications.listApplications,
  applications.deleteApplication,
  files.presignSettlement,
];
