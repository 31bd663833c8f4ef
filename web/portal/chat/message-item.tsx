import { Check, CheckCheck, Clock, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { automaticReply, chat as messages } from '#contract/messages/chat.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { formatSize } from '../shared/files/file-facts.ts';
import { MessageFile } from '../shared/files/message-file.tsx';
import { UploadProgress } from '../shared/files/upload-progress.tsx';
import { fullTime, timeBeside, timeOf } from './chat-times.ts';
import type { ChatMessage } from './engine/thread.ts';
import type { ThreadActions } from './engine/use-chat.ts';
import { textParts } from './message-links.ts';

export type MessageActions = Pick<ThreadActions, 'retry' | 'discard'>;

interface MessageItemProps extends MessageActions {
  message: ChatMessage;
  /** The other person's id and name. */
  otherId: number;
  name: string;
  /** Whether the message before it is from the same person. */
  follows: boolean;
  /** Whether it is the search result to show. */
  isFound: boolean;
}

/** The text of a message, with its addresses as links. */
const MessageText = memo(function MessageText({ text }: { text: string }) {
  let at = 0;
  return (
    <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
      {textParts(text).map((part) => {
        const key = at;
        at += part.text.length;
        if (part.href === undefined) return part.text;
        const isPage = /^https?:/i.test(part.href);
        return (
          <a
            className="text-link"
            href={part.href}
            key={key}
            rel="noopener noreferrer"
            {...(isPage && { target: '_blank' })}
          >
            {part.text}
          </a>
        );
      })}
    </p>
  );
});

/** One message: own ones at the right, received ones at the left, each with its sender's name for screen readers. */
export const MessageItem = memo(function MessageItem({
  message,
  otherId,
  name,
  follows,
  isFound,
  retry,
  discard,
}: MessageItemProps) {
  const isOwn = message.senderId !== otherId;
  const look = isOwn
    ? 'border border-r-4 border-line border-r-signal bg-well'
    : 'border border-l-4 border-line border-l-ink bg-sheet';
  return (
    <li
      className={`flex ${
        isOwn ? 'justify-end pl-8 sm:pl-16' : 'pr-8 sm:pr-16'
      } ${follows ? 'pt-1' : 'pt-3'}`}
      data-key={message.key}
      data-message={message.id ?? undefined}
      tabIndex={-1}
    >
      <div
        className={`max-w-[40rem] min-w-0 rounded-sm px-3 py-2 ${look} ${
          isFound ? 'outline-3 outline-lane' : ''
        }`}
      >
        <span className="sr-only">
          {isOwn ? t('You', 'Usted') : <bdi>{name}</bdi>}
          {': '}
        </span>
        {message.isAutomatic && <p className="legend text-steel">{automaticReply.label}</p>}
        {message.attachment && <MessageFile file={message.attachment} />}
        {message.upload && <Upload discard={discard} message={message} />}
        {message.content !== '' && <MessageText text={message.content} />}
        <p className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-xs text-steel tabular-nums">
          <time dateTime={message.timestamp} title={fullTime(message.timestamp)}>
            {timeOf(message.timestamp)}
          </time>
          {isOwn && <DeliveryState message={message} />}
        </p>
        {message.state === 'failed' && <Failed discard={discard} message={message} retry={retry} />}
      </div>
    </li>
  );
});

const states = {
  sending: { Icon: Clock, textClass: '', iconClass: '' },
  sent: { Icon: Check, textClass: '', iconClass: '' },
  read: { Icon: CheckCheck, textClass: '', iconClass: 'text-success' },
  failed: { Icon: TriangleAlert, textClass: 'font-bold text-danger', iconClass: '' },
};

/** Whether an own message is sent or read. */
function DeliveryState({ message: { state, readAt, timestamp } }: { message: ChatMessage }) {
  const shown = state === 'sent' && readAt !== null ? 'read' : state;
  const { Icon, textClass, iconClass } = states[shown];
  return (
    <span className={`inline-flex items-center gap-1 ${textClass}`}>
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${iconClass}`} />
      {messages.states[shown]}{' '}
      {shown === 'read' && readAt && <time dateTime={readAt}>{timeBeside(readAt, timestamp)}</time>}
    </span>
  );
}

/** A file that is not stored yet, with a way to cancel it. */
function Upload({ message, discard }: Pick<MessageItemProps, 'message' | 'discard'>) {
  const { upload, state, key } = message;
  if (upload === null) return null;
  if (state === 'sending') {
    return (
      <div className="w-80 max-w-full">
        <UploadProgress name={upload.name} onCancel={() => discard(key)} percent={upload.percent} />
      </div>
    );
  }
  return (
    <p className="wrap-anywhere">
      <bdi className="font-semibold">{upload.name}</bdi>{' '}
      <span className="text-sm text-steel">{formatSize(upload.size)}</span>
    </p>
  );
}

/** Why a message failed, with Retry and Discard. */
function Failed({ message, retry, discard }: MessageActions & { message: ChatMessage }) {
  const { key, error } = message;
  return (
    <div className="mt-1 border-t border-line pt-1">
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
      <div className="flex justify-end gap-1">
        <Button className="min-h-11" onClick={() => discard(key)} size="sm" variant="quiet">
          {messages.discard}
        </Button>
        <Button className="min-h-11" onClick={() => retry(key)} size="sm" variant="secondary">
          {messages.retry}
        </Button>
      </div>
    </div>
  );
}
