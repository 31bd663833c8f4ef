import * as contract from '#contract/inquiry-status.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  getEarlierInquiry,
  getInquiryLink,
  getInquiryStatus,
  makeInquiryLink,
  writeAboutInquiry,
} from './inquiry-status.service.ts';

/** The customer's page of an inquiry. Answers to quotes are in `quotes`. */
export const inquiryStatusRoutes: Routes = (register, ctx) => {
  register(contract.getInquiryStatus, ({ params }) => getInquiryStatus(ctx, params.code));

  register(contract.getEarlierInquiry, ({ params }) => getEarlierInquiry(ctx, params.code));

  register(contract.writeAboutInquiry, ({ params, body, actor, key }) =>
    writeAboutInquiry(ctx, params.code, body, actor, key),
  );

  register(contract.getInquiryLink, ({ params, actor }) => getInquiryLink(ctx, params.id, actor));

  register(contract.makeInquiryLink, ({ params, body, actor }) =>
    makeInquiryLink(ctx, params.id, body, actor),
  );
};
