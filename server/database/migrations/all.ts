import { initial } from './001-initial.ts';
import { customers } from './002-customers.ts';
import { applicants } from './003-applicants.ts';
import { openings } from './004-openings.ts';
import { languages } from './005-languages.ts';
import { inquiryLanguage } from './006-inquiry-language.ts';
import { spanishVersions } from './007-spanish-versions.ts';
import { spanishFiles } from './008-spanish-files.ts';
import { mailReasons } from './009-mail-reasons.ts';
import { settlementFormats } from './010-settlement-formats.ts';
import { hires } from './011-hires.ts';
import { contactKeys } from './012-contact-keys.ts';
import { expiryNotices } from './013-expiry-notices.ts';
import { owners } from './014-owners.ts';
import { draftLanguage } from './015-draft-language.ts';
import { draftFlags } from './016-draft-flags.ts';
import type { Step } from './steps.ts';

/** Every step, in order. Never edit a released step, which includes the schemas in `tables/`. */
export const steps: readonly Step[] = [
  ...[initial, customers, applicants, openings, languages],
  ...[inquiryLanguage, spanishVersions, spanishFiles, mailReasons, settlementFormats],
  ...[hires, contactKeys, expiryNotices, owners, draftLanguage, draftFlags],
];
