/** A conversation as its screen has it, without a screen. */
import { QueryObserver } from '@tanstack/react-query';
import type { ChatEngine } from '../../web/portal/chat/engine/engine.ts';
import { showThread, stateOf } from '../../web/portal/chat/engine/thread.ts';
import { isMessage } from '../../web/portal/shared/offline/entries.ts';
import type { Outbox } from '../../web/portal/shared/offline/outbox.ts';
import { PortalQueryClient } from '../../web/portal/shell/portal-query-client.ts';

/** A client like the portal's. */
export const newClient = () =>
  new PortalQueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });

/** Opens a thread without a screen. `view` is what the screen would show. */
export function openThread(
  client: PortalQueryClient,
  engine: ChatEngine,
  outbox: Outbox,
  userId: number,
  partnerId: number,
) {
  const observer = new QueryObserver(client, engine.histories.options(partnerId));
  return {
    close: observer.subscribe(() => undefined),
    view: () => {
      const history = observer.getCurrentResult();
      const unsent = outbox.entries.view().filter(isMessage);
      const own = unsent.filter(({ receiverId }) => receiverId === partnerId);
      return {
        messages: showThread(history.data?.rows ?? [], own, userId),
        state: stateOf(history),
      };
    },
  };
}
