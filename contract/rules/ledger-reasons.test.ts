import { expect, test } from 'vitest';
import { inLanguage, serveLanguages } from '#server/platform/runtime/languages.ts';
import { reasonText, timeOffReason } from './ledger-reasons.ts';

serveLanguages();

test('readers of Spanish read the reasons of the server in Spanish, and what was typed as it is', () => {
  const typed = ['', 'Carried over from 2025.', 'Time off 12/22', 'Time off 12/22/2026 as agreed'];
  const reasons = [
    timeOffReason('approved', '12/22/2026 to 12/24/2026'),
    timeOffReason('requested', '12/22/2026'),
    timeOffReason('cancelled', '12/22/2026'),
    ...typed,
  ];
  expect(reasons.map(reasonText)).toEqual(reasons);
  expect(inLanguage('es', () => reasons.map(reasonText))).toEqual([
    'Días libres 22 dic 2026 al 24 dic 2026',
    'Aprobación retirada: días libres 22 dic 2026',
    'Días libres cancelados 22 dic 2026',
    ...typed,
  ]);
});
