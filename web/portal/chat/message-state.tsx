import { Check, CheckCheck, Clock, TriangleAlert } from 'lucide-react';
import { chat as messages } from '#contract/messages/chat.ts';
import { fullWords, timeBeside, timeOf } from './chat-times.ts';
import type { ChatMessage } from './engine/types.ts';

/** When a message was written, and of an own one what became of it. */
export function MessageState({ message, isOwn }: { message: ChatMessage; isOwn: boolean }) {
  return (
    <p className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-xs text-steel tabular-nums">
      <time dateTime={message.timestamp} title={fullWords(message.timestamp)}>
        {timeOf(message.timestamp)}
      </time>
      {isOwn && <Outcome message={message} />}
    </p>
  );
}

function Outcome({ message }: { message: ChatMessage }) {
  const { state, readAt, timestamp } = message;
  const icon = 'size-3.5 shrink-0';
  if (state === 'sending') {
    return (
      <span className="inline-flex items-center gap-1">
        <Clock aria-hidden="true" className={icon} />
        {messages.states.sending}
      </span>
    );
  }
  if (state === 'failed') {
    return (
      <span className="inline-flex items-center gap-1 font-bold text-danger">
        <TriangleAlert aria-hidden="true" className={icon} />
        {messages.states.failed}
      </span>
    );
  }
  if (readAt === null) {
    return (
      <span className="inline-flex items-center gap-1">
        <Check aria-hidden="true" className={icon} />
        {messages.states.sent}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1">
      <CheckCheck aria-hidden="true" className={`${icon} text-success`} />
      {messages.states.read} <time dateTime={readAt}>{timeBeside(readAt, timestamp)}</time>
    </span>
  );
}
