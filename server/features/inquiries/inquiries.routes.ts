import { listInquiries, sendInquiry, updateInquiry } from '#contract/inquiries.ts';
import { openRecaptcha } from '../../platform/recaptcha.ts';
import type { Routes } from '../../platform/routes.ts';
import { readInquiries, receiveInquiry, reviseInquiry } from './inquiries.service.ts';

/** Quote requests: sent by anybody, read and worked on by admins. */
export const inquiriesRoutes: Routes = (register, ground) => {
  const judge = openRecaptcha(ground.config, ground.now);

  register(sendInquiry, async ({ body, ip, key }) =>
    receiveInquiry(ground, judge, body, { ip, key }),
  );

  register(listInquiries, async ({ query, reply }) => {
    const { inquiries, next } = await readInquiries(ground, query);
    if (next) reply.header('X-Next-Before', next);
    return inquiries;
  });

  register(updateInquiry, async ({ params, body, user, ip }) =>
    reviseInquiry(ground, params.id, body, { userId: user.userId, ip }),
  );
};
