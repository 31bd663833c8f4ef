import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Conversation, typingEvent } from '#contract/chat.ts';
import { general } from '#contract/messages/general.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { setFocus, stubDocument } from '#tests/harness/chat-document.ts';
import { startTab } from '#tests/harness/chat-fakes.ts';
import { me, partner } from '#tests/harness/chat-server.ts';
import { unreadOf } from '../../shared/live/unread.ts';
import { conversationsQuery } from '../chat.data.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
  stubDocument();
});
const settle = (ms = 10) => vi.advanceTimersByTimeAsync(ms);

describe('read messages', () => {
  it('are reported once for each newest message, while the page is visible', async () => {
    const { server, tab, engine } = startTab();
    const first = server.partnerWrites('one');
    await settle();
    setFocus(false);
    engine.markSeen(partner);
    expect(tab.marked).toEqual([]);
    setFocus(true);
    engine.markSeen(partner);
    engine.markSeen(partner);
    expect(tab.marked).toEqual([first.id]);
    const second = server.partnerWrites('two');
    await settle();
    engine.markSeen(partner);
    expect(tab.marked).toEqual([first.id, second.id]);
  });

  it('are reported again after a failure', async () => {
    const markRead = vi.fn(() => Promise.reject(new CallError(0, { error: 'offline' })));
    const { server, tab, engine } = startTab({ markRead });
    server.partnerWrites('one');
    await settle();
    engine.markSeen(partner);
    await settle();
    expect(markRead).toHaveBeenCalledTimes(1);
    tab.disconnect();
    tab.connect();
    await settle();
    expect(markRead).toHaveBeenCalledTimes(2);
  });

  it('are not counted as unread in the visible thread, unless it is scrolled up', async () => {
    const { server, tab, engine } = startTab();
    const conversation = { userId: partner, unreadCount: 0, lastMessage: null } as Conversation;
    tab.client.setQueryData(conversationsQuery.queryKey, [conversation]);
    const unread = () => tab.client.getQueryData(conversationsQuery.queryKey)?.[0]?.unreadCount;
    engine.markSeen(partner);
    server.partnerWrites('in sight');
    await settle();
    expect([unread(), unreadOf(tab.client).inSight]).toEqual([0, partner]);
    engine.markSeen(partner);
    await settle(5000);
    server.partnerWrites('below the screen');
    await settle();
    expect([unread(), unreadOf(tab.client).inSight]).toEqual([0, partner]);
    await settle(5000);
    expect(unreadOf(tab.client).inSight).toBe(null);
    server.partnerWrites('also below');
    await settle();
    expect(unread()).toBe(1);
  });
});

describe('typing', () => {
  it('ends after 4 s, or with the message', async () => {
    const { server, tab, engine } = startTab();
    const isTyping = () => engine.typingTo(me).includes(partner);
    tab.receive(typingEvent, { senderId: partner, receiverId: me });
    await settle(3900);
    expect(isTyping()).toBe(true);
    await settle(200);
    expect(isTyping()).toBe(false);
    tab.receive(typingEvent, { senderId: partner, receiverId: me });
    await settle();
    server.partnerWrites('here it is');
    await settle();
    expect(isTyping()).toBe(false);
  });

  it('of other admins is shown by employee, and the user’s own is not', async () => {
    const { tab, engine } = startTab();
    const before = engine.typingTo(partner);
    tab.receive(typingEvent, { senderId: 8, receiverId: partner });
    tab.receive(typingEvent, { senderId: me, receiverId: partner });
    await settle();
    expect(engine.typingTo(partner)).toEqual([8]);
    expect(engine.typingTo(9)).toEqual([]);
    await settle(5000);
    expect(engine.typingTo(partner)).toEqual(before);
  });

  it('is sent at most every 2 s', async () => {
    const { tab, engine } = startTab();
    for (let stroke = 0; stroke < 41; stroke += 1) {
      engine.type(partner);
      await settle(100);
    }
    expect(tab.emitted).toEqual(Array(3).fill({ receiverId: partner }));
  });
});

describe('texts', () => {
  it('that the server would reject fail immediately and delay nothing', async () => {
    const { engine, states } = startTab();
    engine.send(partner, 'x'.repeat(4001));
    engine.send(partner, '   ');
    engine.send(partner, 'good');
    await settle();
    expect(states()).toEqual(['sent', 'failed']);
  });

  it('wait for the next login when the session is rejected', async () => {
    const { server, tab, engine, states } = startTab();
    const take = vi.spyOn(server, 'take');
    take.mockReturnValue({ success: false, error: general.tokenInvalid });
    engine.send(partner, 'good');
    await settle();
    tab.disconnect();
    expect([take.mock.calls.length, states()]).toEqual([1, ['sending']]);
    take.mockRestore();
    tab.connect();
    await settle();
    expect(states()).toEqual(['sent']);
  });
});
