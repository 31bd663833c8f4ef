import { t } from '#contract/text/languages.ts';
import { ClampedText } from '../shared/clamped-text.tsx';

interface PostTextProps {
  text: string;
  isOnDark?: boolean;
  className?: string;
}

export function PostText({ text, isOnDark = false, className = '' }: PostTextProps) {
  return (
    <div className={`measure ${className}`}>
      <ClampedText
        clampClass="line-clamp-9"
        less={t('Read less', 'Leer menos')}
        linkClass={`${isOnDark ? 'text-lane underline underline-offset-4' : 'text-link'} text-base`}
        max={{ characters: 560, lines: 9 }}
        more={t('Read more', 'Leer más')}
        text={text}
      />
    </div>
  );
}
