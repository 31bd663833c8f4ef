import * as contract from '#contract/testimonials.ts';
import type { Routes } from '../../platform/routes.ts';

/** What clients say: asked for by a link, shown after an approval. */
export const testimonialsRoutes: Routes = (register) => {
  register(contract.listTestimonials, async () => {
    throw new Error('not built');
  });

  register(contract.listApproved, async () => {
    throw new Error('not built');
  });

  register(contract.inviteClient, async () => {
    throw new Error('not built');
  });

  register(contract.openInvitation, async () => {
    throw new Error('not built');
  });

  register(contract.writeTestimonial, async () => {
    throw new Error('not built');
  });

  register(contract.updateTestimonial, async () => {
    throw new Error('not built');
  });

  register(contract.deleteTestimonial, async () => {
    throw new Error('not built');
  });
};
