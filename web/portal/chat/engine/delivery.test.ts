import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('on a Spanish page, a refusal is in Spanish and an ended session is none', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'es-US' } });
  vi.resetModules();
  const { deliverText } = await import('./delivery.ts');
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
