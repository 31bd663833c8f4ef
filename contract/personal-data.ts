import * as z from 'zod/mini';
import { endpoint } from './wire/endpoint.ts';
import { instant } from './wire/fields.ts';

export const exportPersonalData = endpoint({
  name: 'exportPersonalData',
  method: 'POST',
  path: '/api/user/export',
  access: 'signed-in',
  summary:
    'Returns a link to a ZIP file with everything stored about the caller, valid for 5 minutes. 403 `confirmation_required` when the sign-in is older than 15 minutes.',
  status: 200,
  reply: z.object({ url: z.string(), expires_at: instant }),
});
