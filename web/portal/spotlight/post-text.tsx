import { useState } from 'react';
import { lengthOf } from '#contract/characters.ts';

/** Longer than this it is folded until somebody asks for the rest. */
const long = { characters: 560, lines: 9 };

interface PostTextProps {
  text: string;
  isOnDark?: boolean;
  className?: string;
}

/** The words of a post with their line breaks. */
export function PostText({ text, isOnDark = false, className = '' }: PostTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = lengthOf(text) > long.characters || text.split('\n').length > long.lines;
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
