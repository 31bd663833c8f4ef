import { Link } from 'react-router';
import { settlementQuestions as messages } from '#contract/messages/settlement-questions.ts';
import type { SettlementQuestion } from '#contract/settlement-questions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';

export function StatusBadge({ question: { status } }: { question: SettlementQuestion }) {
  return status === 'open' ? (
    <Badge tone="lane">{messages.open}</Badge>
  ) : (
    <Badge tone="success">{messages.answered}</Badge>
  );
}

interface QuestionRowProps {
  question: SettlementQuestion;
  /** Whether the caller asked it. */
  isOwn: boolean;
}

/** A thread in the list: who asked, about what, and the newest message. */
export function QuestionRow({ question, isOwn }: QuestionRowProps) {
  const newest = question.messages.at(-1);
  return (
    <li className="border-b border-line">
      <Link
        className="grid min-h-16 gap-x-6 gap-y-1 px-3 py-3 hover:bg-well focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_auto] md:items-center"
        to={`?question=${question.question_id}`}
      >
        <span className="min-w-0">
          <span className="block font-display font-bold leading-snug">
            {isOwn ? question.file_name : question.asked_by}
          </span>
          {!isOwn && (
            <span className="block text-sm wrap-anywhere text-steel">{question.file_name}</span>
          )}
        </span>
        <span className="line-clamp-2 min-w-0 text-sm wrap-anywhere">{newest?.text}</span>
        <span className="flex flex-wrap items-center gap-2 text-sm md:flex-col md:items-end">
          <span className="flex gap-2">
            {isOwn && question.unread === 1 && <Badge tone="info">{messages.unread}</Badge>}
            <StatusBadge question={question} />
          </span>
          <time className="text-steel tabular-nums" dateTime={newest?.at}>
            {usDayAndTime(newest?.at ?? question.asked_at)}
          </time>
        </span>
      </Link>
    </li>
  );
}
