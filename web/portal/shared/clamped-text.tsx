import { useState } from 'react';
import { t } from '#contract/text/languages.ts';

interface ClampedTextProps {
  text: string;
  /** Longer texts are clamped until expanded. */
  max: { characters: number; lines: number };
  /** The Tailwind class that clamps to `max.lines` or fewer. */
  clampClass: string;
  linkClass?: string;
  more?: string;
  less?: string;
}

/** A text with its line breaks; a long one is clamped until the user expands it. */
export function ClampedText({
  text,
  max,
  clampClass,
  linkClass = 'text-link',
  more = t('Show more', 'Ver más'),
  less = t('Show less', 'Ver menos'),
}: ClampedTextProps) {
  const [isExpanded, setExpanded] = useState(false);
  const isLong = text.length > max.characters || text.split('\n').length > max.lines;
  return (
    <>
      <p
        className={`whitespace-pre-line wrap-anywhere ${isLong && !isExpanded ? clampClass : ''}`}
        dir="auto"
      >
        {text}
      </p>
      {isLong && (
        <button
          aria-expanded={isExpanded}
          className={`${linkClass} inline-flex min-h-9 items-center pointer-coarse:min-h-11`}
          onClick={() => setExpanded(!isExpanded)}
          type="button"
        >
          {isExpanded ? less : more}
        </button>
      )}
    </>
  );
}
