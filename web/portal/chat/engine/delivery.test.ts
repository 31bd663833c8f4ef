import { expect, onTestFinished, test } from 'vitest';
import { readLanguageFrom } from '#contract/text/languages.ts';
import { deliverText } from './delivery.ts';

test('on a Spanish page, a refusal is in Spanish and an ended session is none', async () => {
  const former = readLanguageFrom({ language: () => 'es', made: () => null });
  onTestFinished(() => {
    readLanguageFrom(former);
  });
  const unsent = { receiverId: 2, content: 'Hola', id: crypto.randomUUID() };
  const deliver = (error: string) =>
    deliverText(
      { state: 'connected', emitWithAck: async () => ({ success: false, error }) },
      unsent as Parameters<typeof deliverText>[1],
    );
  expect(await deliver('You can only write to the office.')).toEqual({
    outcome: 'rejected',
    error: 'Solo puede escribirle a la oficina.',
  });
  expect(await deliver('Invalid token. Please log in again.')).toEqual({ outcome: 'lost' });
});
