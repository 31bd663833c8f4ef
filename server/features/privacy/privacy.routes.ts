import { getPrivacy } from '#contract/privacy.ts';
import { privacyVersion } from '#contract/privacy-versions.ts';
import type { Routes } from '../../platform/routes.ts';

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
