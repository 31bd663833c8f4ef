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
        less="Read less"
        linkClass={`${isOnDark ? 'text-lane underline underline-offset-4' : 'text-link'} text-base`}
        max={{ characters: 560, lines: 9 }}
        more="Read more"
        text={text}
      />
    </div>
  );
}
