import { privacyVersion } from '#contract/company/privacy-versions.ts';
import { getPrivacy } from '#contract/privacy.ts';
import type { Routes } from '../../platform/http/routes.ts';

export const privacyRoutes: Routes = (register, { config }) => {
  const {
    driverFiles,
    auditAddresses,
    unsentMail,
    auditEntries: _,
    ...retention
  } = config.retention;
  const privacy = {
    notice: privacyVersion,
    retention: {
      ...retention,
      driver_files: driverFiles,
      audit_addresses: auditAddresses,
      unsent_mail: unsentMail,
    },
  };
  register(getPrivacy, async () => privacy, { cacheKey: () => 'api privacy' });
};
