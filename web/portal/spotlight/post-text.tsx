import { useState } from 'react';
import { lengthOf } from '#contract/characters.ts';

/** Longer than this the text is clamped until the user asks for the rest. */
const maxShown = { characters: 560, lines: 9 };

interface PostTextProps {
  text: string;
  isOnDark?: boolean;
  className?: string;
}

export function PostText({ text, isOnDark = false, className = '' }: PostTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = lengthOf(text) > maxShown.characters || text.split('\n').length > maxShown.lines;
  return (
    <div className={`measure ${className}`}>
      <p
        className={`whitespace-pre-line wrap-anywhere ${isLong && !isWhole ? 'line-clamp-9' : ''}`}
        dir="auto"
      >
        {text}
      </p>
      {isLong && (
        <button
          aria-expanded={isWhole}
          className={`${isOnDark ? 'text-lane underline underline-offset-4' : 'text-link'} inline-flex min-h-9 items-center text-base pointer-coarse:min-h-11`}
          onClick={() => setWhole(!isWhole)}
          type="button"
        >
          {isWhole ? 'Read less' : 'Read more'}
        </button>
      )}
    </div>
  );
}
