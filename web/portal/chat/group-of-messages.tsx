import { memo } from 'react';
import type { MessageGroup } from './message-groups.ts';
import { type MessageDeeds, MessageItem } from './message-item.tsx';

/** Of a message of one line, in pixels. */
const usualHeight = 72;

interface GroupProps extends MessageDeeds {
  group: MessageGroup;
  /** Who wrote the message before it on that day. */
  before: number | undefined;
  otherId: number;
  name: string;
  found: number | null;
  isLast: boolean;
}

/** Drawn by the browser when it is near the screen; the last one always, since it says how far the end is. */
export const GroupOfMessages = memo(function GroupOfMessages({
  group: { messages },
  before,
  otherId,
  name,
  found,
  isLast,
  retry,
  discard,
}: GroupProps) {
  return (
    <ol
      className={isLast ? '' : '[content-visibility:auto]'}
      style={{ containIntrinsicBlockSize: `auto ${messages.length * usualHeight}px` }}
    >
      {messages.map((message, index) => (
        <MessageItem
          discard={discard}
          follows={(index > 0 ? messages[index - 1]?.senderId : before) === message.senderId}
          isFound={message.id !== null && message.id === found}
          key={message.key}
          message={message}
          name={name}
          otherId={otherId}
          retry={retry}
        />
      ))}
    </ol>
  );
});
