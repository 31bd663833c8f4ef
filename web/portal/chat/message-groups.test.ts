import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '#tests/fixtures/fuzz.ts';
import type { ChatMessage } from './engine/thread.ts';
import { MessageGroups } from './message-groups.ts';

function message(number: number): ChatMessage {
  return {
    key: `m${number}`,
    id: number,
    senderId: 2,
    receiverId: 1,
    content: '',
    // 70 a day.
    timestamp: new Date(2026, 0, 1 + Math.floor((number + 1000) / 70), 12).toISOString(),
    state: 'sent',
    error: null,
    readAt: null,
    attachment: null,
    upload: null,
  };
}

const groupsOf = (groups: MessageGroups, messages: readonly ChatMessage[]) =>
  groups.of(messages).flatMap((day) => day.groups);

test('keeps the order and the group of a message when others are added before and after', () => {
  const step = fc.record({ older: fc.nat(60), newer: fc.nat(60) });
  void fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      const groups = new MessageGroups();
      const home = new Map<string, string>();
      let messages: ChatMessage[] = [];
      let [first, last] = [0, 0];
      for (const { older, newer } of steps) {
        const before = Array.from({ length: older }, (_, index) => message(first - older + index));
        const after = Array.from({ length: newer }, (_, index) => message(last + index));
        first -= older;
        last += newer;
        messages = [...before, ...messages, ...after];
        const now = groupsOf(groups, messages);
        expect(now.flatMap((group) => group.messages)).toEqual(messages);
        expect(new Set(now.map(({ key }) => key)).size).toBe(now.length);
        for (const group of now) {
          for (const { key } of group.messages) {
            expect(home.get(key) ?? group.key).toBe(group.key);
            home.set(key, group.key);
          }
        }
      }
    }),
    rounds(20),
  );
});
