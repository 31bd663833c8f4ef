import * as contract from '#contract/testimonials.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  deleteTestimonial,
  inviteClient,
  listApproved,
  listTestimonials,
  openInvitation,
  updateTestimonial,
  writeTestimonial,
} from './testimonials.service.ts';

export const testimonialsRoutes: Routes = (register, ctx) => {
  register(contract.listTestimonials, () => listTestimonials(ctx));

  register(contract.listApproved, () => listApproved(ctx.db), {
    cacheKey: () => 'api testimonials',
  });

  register(contract.inviteClient, ({ params, actor, key }) =>
    inviteClient(ctx, params.id, actor, key),
  );

  register(contract.openInvitation, ({ params }) => openInvitation(ctx, params.code));

  register(contract.writeTestimonial, ({ params, body, actor, key }) =>
    writeTestimonial(ctx, params.code, body, actor, key),
  );

  register(contract.updateTestimonial, ({ params, body, actor }) =>
    updateTestimonial(ctx, params.id, body, actor),
  );

  register(contract.deleteTestimonial, ({ params, actor }) =>
    deleteTestimonial(ctx, params.id, actor),
  );
};
