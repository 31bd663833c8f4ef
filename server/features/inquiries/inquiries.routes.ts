import * as contract from '#contract/inquiries.ts';
import { callerLanguage } from '../../platform/http/answer-languages.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { openRecaptcha } from '../../platform/limits/recaptcha.ts';
import {
  getInquiry,
  listEvents,
  listInquiries,
  markRead,
  receiveInquiry,
  updateInquiry,
} from './inquiries.service.ts';
import { getFigures } from './inquiry-figures.service.ts';

export const inquiriesRoutes: Routes = (register, ctx) => {
  const verifyCaptcha = openRecaptcha(ctx.config, ctx.now);

  register(contract.sendInquiry, ({ body, request, ip, key }) =>
    receiveInquiry(ctx, verifyCaptcha, body, { ip, key, language: callerLanguage(request) }),
  );

  register(contract.listInquiries, () => listInquiries(ctx));

  register(contract.inquiryFigures, () => getFigures(ctx));

  register(contract.getInquiry, ({ params }) => getInquiry(ctx, params.id));

  register(contract.listInquiryEvents, ({ params }) => listEvents(ctx, params.id));

  register(contract.readInquiry, ({ params, body, actor }) =>
    markRead(ctx, params.id, body.up_to, actor),
  );

  register(contract.updateInquiry, ({ params, body, actor }) =>
    updateInquiry(ctx, params.id, body, actor),
  );
};
