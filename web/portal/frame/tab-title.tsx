import { useEffect } from 'react';
import { useNotices } from '../notifications/notifications.data.ts';
import { useUnreadTotal } from './badges.data.ts';

const mark = /^\(\d+\) /;

/** The browser's title begins with how much is unread: messages and notices. */
export function TabTitle() {
  const messages = useUnreadTotal().data?.total_unread ?? 0;
  const count = messages + (useNotices().data?.length ?? 0);

  useEffect(() => {
    const show = () => {
      const title = document.title.replace(mark, '');
      const counted = count > 0 ? `(${count}) ${title}` : title;
      if (document.title !== counted) document.title = counted;
    };
    show();
    // The router writes the title of each page it goes to over it, whenever that is.
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(mark, '');
    };
  }, [count]);

  return null;
}
