import * as contract from '#contract/claims.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { checkPhoto, createClaim, createPhoto, requireEmployee } from './claim-photos.ts';
import { getClaim, getTotals, listClaims, updateClaim, updateResponse } from './claims.service.ts';

/** Claims of damages. */
export const claimsRoutes: Routes = (register, ctx) => {
  register(contract.listClaims, ({ user, query }) => listClaims(ctx, user, query));

  register(contract.getClaimTotals, () => getTotals(ctx.db));

  register(
    contract.createClaim,
    ({ body, uploads, actor, key }) => createClaim(ctx, body, uploads, actor, key),
    {
      beforeFile: async ({ user }) => {
        await requireEmployee(ctx.db, user.userId);
      },
    },
  );

  register(contract.getClaim, ({ params, user }) => getClaim(ctx, params.id, user));

  register(contract.updateClaim, ({ params, body, actor }) =>
    updateClaim(ctx, params.id, body, actor),
  );

  register(
    contract.createClaimPhoto,
    ({ params, uploads, user, actor, key }) =>
      createPhoto(ctx, params.id, uploads, user, actor, key),
    { beforeFile: ({ params, user }) => checkPhoto(ctx, params.id, user) },
  );

  register(contract.updateClaimResponse, ({ params, body, actor }) =>
    updateResponse(ctx, params.id, body, actor),
  );
};
