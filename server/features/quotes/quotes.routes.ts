import { answerQuote as answerEndpoint } from '#contract/inquiry-status.ts';
import * as contract from '#contract/quotes.ts';
import type { LinkParts } from '../../platform/accounts/signed-links.ts';
import { checkFormLimit } from '../../platform/http/public-calls.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { sendDownload } from '../../platform/http/send-download.ts';
import { answerQuote } from './quote-answers.ts';
import { createQuote, sendQuote, updateQuote, withdrawQuote } from './quotes.service.ts';
import { openQuotePdf, openSentPdf, presignQuote } from './quotes-pdf.service.ts';

export const quotesRoutes: Routes = (register, ctx, app) => {
  register(contract.createQuote, ({ params, body, actor, key }) =>
    createQuote(ctx, params.id, body, actor, key),
  );

  register(contract.updateQuote, ({ params, body, actor }) =>
    updateQuote(ctx, params.id, body, actor),
  );

  register(contract.sendQuote, ({ params, actor }) => sendQuote(ctx, params.id, actor));

  register(contract.withdrawQuote, ({ params, actor }) => withdrawQuote(ctx, params.id, actor));

  register(contract.presignQuote, ({ params, user }) => presignQuote(ctx, params.id, user));

  register(
    answerEndpoint,
    ({ params, body, actor }) => answerQuote(ctx, params.code, body, actor),
    { beforeBody: (visitor) => checkFormLimit(ctx, answerEndpoint, visitor) },
  );

  app.route<{ Params: { id: string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: '/exports/quote-:id(^\\d{1,9}$).pdf',
    handler: async (request, reply) => {
      const { content, ...file } = await openQuotePdf(ctx, Number(request.params.id), request);
      return sendDownload(request, reply, file, content);
    },
  });

  app.route<{ Params: { code: string; id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/inquiry/:code/quote-:id(^\\d{1,9}$).pdf',
    handler: async (request, reply) => {
      ctx.limits.countRender(request.ip);
      const { code, id } = request.params;
      const { content, ...file } = await openSentPdf(ctx, code, Number(id));
      reply.header('x-robots-tag', 'noindex');
      return sendDownload(request, reply, file, content);
    },
  });
};
