import { memo } from 'react';
import { partsOf } from './message-links.ts';

/** What somebody wrote, as they wrote it: text alone, with its addresses as links. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  let at = 0;
  return (
    <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
      {partsOf(text).map((part) => {
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
