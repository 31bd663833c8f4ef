import { useEffect, useState } from 'react';
import { type RememberedNotice, takeNotices } from '#web/lib/notices.ts';
import { Notice } from '#web/ui/notice.tsx';

/** What was said on the page before, such as the success of an application. */
export function Arrivals() {
  const [notices, setNotices] = useState<RememberedNotice[]>([]);
  useEffect(() => {
    const taken = takeNotices();
    if (taken.length > 0) setNotices(taken);
  }, []);
  return notices.map(({ text, tone }) => (
    <Notice
      className="mb-8 text-lg"
      key={text}
      onClose={() => setNotices((old) => old.filter((notice) => notice.text !== text))}
      tone={tone}
    >
      {text}
    </Notice>
  ));
}
