import type { FastifyReply } from 'fastify';
import {
  answerQuote as answerEndpoint,
  renewQuote as renewEndpoint,
} from '#contract/inquiry-status.ts';
import * as contract from '#contract/quotes.ts';
import type { LinkParts } from '../../platform/accounts/signed-links.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { ByteRange } from '../../platform/storage/storage.ts';
import { describeFile, recordOpening, requestedRange } from '../files/files.service.ts';
import { answerQuote, renewQuote } from './quote-answers.ts';
import {
  copyQuote,
  createQuote,
  sendQuote,
  takeBackQuote,
  updateQuote,
  withdrawQuote,
} from './quotes.service.ts';
import { openQuotePdf, openSentPdf, presignQuote, type QuoteFile } from './quotes-pdf.service.ts';

export const quotesRoutes: Routes = (register, ctx, app) => {
  register(contract.createQuote, ({ params, body, actor, key }) =>
    createQuote(ctx, params.id, body, actor, key),
  );

  register(contract.updateQuote, ({ params, body, actor }) =>
    updateQuote(ctx, params.id, body, actor),
  );

  register(contract.sendQuote, ({ params, body, actor, key }) =>
    sendQuote(ctx, params.id, body, actor, key),
  );

  register(contract.copyQuote, ({ params, actor, key }) => copyQuote(ctx, params.id, actor, key));

  register(contract.takeBackQuote, ({ params, body, actor }) =>
    takeBackQuote(ctx, params.id, body, actor),
  );

  register(contract.withdrawQuote, ({ params, actor }) => withdrawQuote(ctx, params.id, actor));

  register(contract.presignQuote, ({ params, user }) => presignQuote(ctx, params.id, user));

  register(answerEndpoint, ({ params, body, actor }) => answerQuote(ctx, params.code, body, actor));

  register(renewEndpoint, ({ params, body, actor }) =>
    renewQuote(ctx, params.code, body.quote_id, actor),
  );

  app.route<{ Params: { id: string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: '/files/quotes/:id(^\\d{1,9}$).pdf',
    compress: false,
    handler: async (request, reply) => {
      const { file, userId } = await openQuotePdf(ctx, Number(request.params.id), request.query);
      const range = requestedRange(request, reply, file);
      if (request.method === 'GET' && (range?.start ?? 0) === 0) {
        const key = `quotes/${request.params.id}.pdf`;
        const { original_name: name } = file;
        await recordOpening(ctx, { key, name, userId, ip: request.ip, given: null });
      }
      return sendFile(reply, file, range);
    },
  });

  app.route<{ Params: { code: string; id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/inquiry/:code/quote-:id(^\\d{1,9}$).pdf',
    compress: false,
    handler: async (request, reply) => {
      ctx.limits.countRender(request.ip);
      const { code, id } = request.params;
      const file = await openSentPdf(ctx, code, Number(id));
      return sendFile(reply, file, requestedRange(request, reply, file));
    },
  });
};

function sendFile(reply: FastifyReply, file: QuoteFile, range: ByteRange | null): FastifyReply {
  describeFile(reply, file, range);
  return reply.send(range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes);
}
