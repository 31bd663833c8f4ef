import { getPrivacy } from '#contract/privacy.ts';
import { privacyVersion } from '#contract/privacy-versions.ts';
import type { Routes } from '../../platform/routes.ts';

export const privacyRoutes: Routes = (register, { config }) => {
  const { auditAddresses, unsentMail, ...retention } = config.retention;
  register(getPrivacy, async () => ({
    notice: privacyVersion,
    retention: { ...retention, audit_addresses: auditAddresses, unsent_mail: unsentMail },
  }));
};
