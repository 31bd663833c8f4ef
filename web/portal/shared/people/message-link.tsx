import { MessageSquare } from 'lucide-react';
import { chat as messages } from '#contract/messages/chat.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { type ReceiverKey, useReceiver } from './receivers.data.ts';

/** Opens the chat with a person; nothing for people whom the user can't write to. */
export function MessageLink({ name, ...by }: ReceiverKey & { name: string }) {
  const receiver = useReceiver(by);
  if (!receiver) return null;
  return (
    <LinkButton
      aria-label={messages.message(name)}
      className="-my-2 px-2! align-middle print:hidden"
      size="sm"
      title={messages.message(name)}
      to={`/chat?with=${receiver.userId}`}
      variant="quiet"
    >
      <MessageSquare aria-hidden="true" className="size-4" />
    </LinkButton>
  );
}
