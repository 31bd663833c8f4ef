import * as contract from '#contract/testimonials.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import { Prepared } from '../../platform/kept.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  dropTestimonial,
  readApproved,
  readTestimonials,
  reviseTestimonial,
} from './testimonials.service.ts';
import { inviteClient, openInvitation, writeTestimonial } from './testimonials-links.ts';

/** What clients say: asked for by a link, shown after an approval. */
export const testimonialsRoutes: Routes = (register, ground) => {
  register(contract.listTestimonials, async ({ query, reply }) => {
    const { limit, before } = query;
    const page = await readTestimonials(ground.db, limit, decodeCursor(before));
    if (page.next) reply.header('X-Next-Before', page.next);
    return page.testimonials;
  });

  register(contract.listApproved, async () => {
    const all = await ground.kept.get(
      'api testimonials',
      async () => new Prepared(JSON.stringify(await readApproved(ground.db))),
    );
    return all ?? [];
  });

  register(contract.inviteClient, async ({ params, user, ip }) =>
    inviteClient(ground, params.id, { userId: user.userId, ip }),
  );

  register(contract.openInvitation, async ({ params, ip }) => {
    // Public reads are not counted elsewhere; this one could be asked for codes.
    await ground.limits.countCall(ip);
    return openInvitation(ground, params.code);
  });

  register(contract.writeTestimonial, async ({ params, body, ip, key }) =>
    writeTestimonial(ground, params.code, body, { ip, key }),
  );

  register(contract.updateTestimonial, async ({ params, body, user, ip }) =>
    reviseTestimonial(ground, params.id, body, { userId: user.userId, ip }),
  );

  register(contract.deleteTestimonial, async ({ params, user, ip }) =>
    dropTestimonial(ground, params.id, { userId: user.userId, ip }),
  );
};
