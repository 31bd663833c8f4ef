import { expect, test } from 'vitest';
import { errors, resumeProblem } from './application-call.ts';
import { progressOf } from './application-sections.tsx';

const whole = {
  first_name: 'Rosa',
  middle_initial: 'N/A',
  last_name: 'Delgado',
  phone: '815-555-0177',
  email: 'rosa@example.com',
  street_address: '12 Elm Street',
  city: 'Joliet',
  state: 'IL',
  gender: 'Decline',
  race: 'Decline to self-identify',
  certification: '0',
};

test('requires the marked fields, never the certification (C5, C9)', () => {
  expect(errors(whole)).toEqual({});
  expect(Object.keys(errors({}))).toEqual(
    Object.keys(whole).filter((name) => name !== 'certification'),
  );
});

test('an empty row requires nothing, a started one its required fields (C5)', () => {
  const rows = {
    'workExperiences.0.company': '',
    'workExperiences.0.is_current': '0',
    'workExperiences.1.company': 'Prairie Lines',
    'workExperiences.1.position': '',
    'references.0.first_name': '',
  };
  expect(Object.keys(errors({ ...whole, ...rows }))).toEqual(['workExperiences.1.position']);
});

test('a resume is a PDF by its bytes and at most 10 MB (C7)', async () => {
  const file = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'resume.pdf');
  expect(await resumeProblem(null)).toBeNull();
  expect(await resumeProblem(file('%PDF-1.7 …'))).toBeNull();
  expect(await resumeProblem(file('hello'))).toBe('The resume must be a PDF file.');
  const large = file(new Uint8Array(10 * 1024 * 1024 + 1));
  expect(await resumeProblem(large)).toBe('The resume is larger than 10 MB. Send a smaller PDF.');
});

test('an answer with an error does not count, and its section is incomplete', () => {
  const wrong = progressOf(whole, { email: 'x', 'references.0.phone': 'x' });
  expect(wrong).toMatchObject({ given: 9, all: 11, errors: 1 });
  expect(wrong.done[0]).toBe(false);
  const values = { ...whole, resume: 'photo.jpg' };
  expect(progressOf(values, { resume: 'x' })).toMatchObject({ given: 10, all: 10, errors: 1 });
});
