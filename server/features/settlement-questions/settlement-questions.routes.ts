import * as contract from '#contract/settlement-questions.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { ask, listQuestions, markRead, writeMessage } from './settlement-questions.service.ts';

/** Questions of drivers about their settlements; a thread belongs to its driver and the office. */
export const settlementQuestionsRoutes: Routes = (register, ctx) => {
  register(contract.listSettlementQuestions, ({ user, query }) => listQuestions(ctx, user, query));

  register(contract.askSettlementQuestion, ({ params: { id }, body, upload, actor, key }) =>
    ask(ctx, id, { body, upload }, actor, key),
  );

  register(
    contract.writeSettlementQuestion,
    ({ params: { id }, body, upload, actor, user: { role }, key }) =>
      writeMessage(ctx, id, { body, upload }, { actor, role, key }),
  );

  register(contract.readSettlementQuestion, ({ params, actor }) => markRead(ctx, params.id, actor));
};
