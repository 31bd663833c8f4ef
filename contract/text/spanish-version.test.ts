import { expect, test } from 'vitest';
import { inLanguage, serveLanguages } from '#server/platform/runtime/languages.ts';
import { inOwnLanguage } from './spanish-version.ts';

serveLanguages();

test('readers of Spanish get the Spanish version of the texts that have one', () => {
  const job = {
    ...{ position: 'Driver', positionEs: 'Chofer', skills: 'CDL', skillsEs: '' },
    ...{ jobResponsibilities: 'Drive', file_name: 'Rules', file_name_es: 'Reglas' },
  };
  const english = {
    ...{ position: 'Driver', skills: 'CDL', jobResponsibilities: 'Drive', file_name: 'Rules' },
  };
  expect(inOwnLanguage(job)).toEqual(english);
  expect(inLanguage('es', () => inOwnLanguage(job))).toEqual({
    ...english,
    ...{ position: 'Chofer', file_name: 'Reglas' },
  });
});
