import * as contract from '#contract/search.ts';
import { callerLanguage } from '../../platform/http/answer-languages.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import { searchPortal } from './search.service.ts';

export const searchRoutes: Routes = (register, ctx) => {
  register(contract.searchPortal, ({ user, query, request }) => {
    // The office reads English.
    const language = user.role === 'admin' ? 'en' : callerLanguage(request);
    return inLanguage(language, () => searchPortal(ctx, user, query.q));
  });
};
