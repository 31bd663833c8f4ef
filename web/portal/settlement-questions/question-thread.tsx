import { settlementQuestions as messages } from '#contract/messages/settlement-questions.ts';
import type { SettlementQuestion } from '#contract/settlement-questions.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { MessageFile } from '../shared/files/message-file.tsx';
import { useSignedLink } from '../shared/files/signed-link.data.ts';
import { MessageLink } from '../shared/people/message-link.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useWide } from '../shared/use-is-wide.ts';
import { useOnScreen } from '../shared/use-on-screen.ts';
import { QuestionForm } from './question-form.tsx';
import { StatusBadge } from './question-row.tsx';
import { markRead } from './settlement-questions.data.ts';

interface QuestionThreadProps {
  question: SettlementQuestion;
  /** The caller. */
  userId: number | null;
}

/** A thread with its settlement, beside it where there is room. */
export function QuestionThread({ question, userId }: QuestionThreadProps) {
  const { question_id, file_path, unread, user_id } = question;
  const isWide = useWide('64rem');
  const isUnread = unread === 1 && user_id === userId;
  const lastId = question.messages.at(-1)?.message_id ?? null;
  const last = useOnScreen<HTMLLIElement>(
    isUnread ? lastId : null,
    () => void markRead(question_id),
  );
  const isBeside = isWide && file_path !== null;
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-8 ${isBeside ? 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : 'max-w-2xl'}`}
    >
      <section aria-label={question.file_name} className="grid content-start gap-6">
        <ThreadHead question={question} />
        <ol className="grid gap-3">
          {question.messages.map((message) => (
            <li
              className={`max-w-[90%] px-4 py-3 ${message.user_id === userId ? 'justify-self-end bg-info-wash' : 'bg-well'}`}
              key={message.message_id}
              ref={message.message_id === lastId ? last : undefined}
            >
              <p className="text-sm text-steel">
                <b className="text-ink">{message.name}</b>,{' '}
                <time dateTime={message.at}>{usDayAndTime(message.at)}</time>
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                {message.text}
              </p>
              {message.photo && <MessageFile file={message.photo} />}
            </li>
          ))}
        </ol>
        <QuestionForm onSent={() => undefined} to={{ questionId: question_id }} />
      </section>
      {isBeside && <Statement name={question.file_name} path={file_path} />}
    </div>
  );
}

function ThreadHead({ question }: { question: SettlementQuestion }) {
  const { file_name, file_path, asked_by, user_id } = question;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line pb-3">
      <StatusBadge question={question} />
      <span>
        <span className="font-semibold">{asked_by}</span>
        <MessageLink name={asked_by} userId={user_id} />
      </span>
      {file_path ? (
        <FileLink label={file_name} path={file_path} presign="settlements">
          {file_name}
        </FileLink>
      ) : (
        <span className="wrap-anywhere">{file_name}</span>
      )}
      {!file_path && <p className="w-full text-sm text-steel">{messages.noFile}</p>}
    </div>
  );
}

/** The PDF in the browser's viewer. */
function Statement({ name, path }: { name: string; path: string }) {
  const { link } = useSignedLink(path, 'settlements');
  return (
    <div className="h-[calc(100dvh-14rem)] min-h-96 bg-well">
      {/* Its own viewer: the file itself is sandboxed by its headers. */}
      {link && (
        <iframe className="size-full" src={`${link.url}#navpanes=0&view=FitH`} title={name} />
      )}
    </div>
  );
}
