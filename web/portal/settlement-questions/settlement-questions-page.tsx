import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { settlementQuestions as messages } from '#contract/messages/settlement-questions.ts';
import { questionStatuses, type SettlementQuestion } from '#contract/settlement-questions.ts';
import { t } from '#contract/text/languages.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { useDocuments } from '../shared/documents/documents.data.ts';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { QuestionForm } from './question-form.tsx';
import { QuestionRow } from './question-row.tsx';
import { QuestionThread } from './question-thread.tsx';
import { questionsQuery, type Status, useQuestion } from './settlement-questions.data.ts';

const filters = {
  admin: { status: 'open' },
  employee: { status: 'all' },
} as const;

const statusOf = (filter: string) => (filter === 'all' ? '' : filter) as Status;
const choices = { status: [...questionStatuses, 'all'] };

export const clientLoader = firstRequests((client, role) => [
  client.ensureInfiniteQueryData(questionsQuery(statusOf(filters[role].status))),
]);

/** Questions about settlements: the list, one thread, or a new question about a file. */
export default function SettlementQuestionsPage() {
  const [params] = useSearchParams();
  const [question, file] = [params.get('question'), Number(params.get('file'))];
  const back = <BackLink to="/settlement-questions">{messages.back}</BackLink>;
  if (question) {
    return (
      <>
        <PageHeader above={back} title={messages.title} />
        <OneQuestion id={question} />
      </>
    );
  }
  if (file) {
    return (
      <>
        <PageHeader above={back} title={messages.newTitle} />
        <NewQuestion fileId={file} />
      </>
    );
  }
  return <QuestionsList />;
}

function OneQuestion({ id }: { id: string }) {
  const { userId } = useSession();
  return (
    <RecordList
      messages={{ ...messages, none: messages.gone, loading: general.loadingData }}
      query={useQuestion(id)}
    >
      {([question]) => question && <QuestionThread question={question} userId={userId} />}
    </RecordList>
  );
}

/** Asks about one of the caller's settlements. */
function NewQuestion({ fileId }: { fileId: number }) {
  const navigate = useNavigate();
  const { role } = useSession();
  const settlement = useDocuments('settlements', role ?? 'employee').data?.find(
    ({ file_id }) => file_id === fileId,
  );
  return (
    <div className="grid max-w-2xl gap-4">
      <p className="font-semibold wrap-anywhere">{settlement?.file_name}</p>
      <QuestionForm
        onSent={(id) => {
          const thread = id === null ? '' : `?question=${id}`;
          void navigate(`/settlement-questions${thread}`, { replace: true });
        }}
        to={{ fileId }}
      />
    </div>
  );
}

function QuestionsList() {
  const { role, userId } = useSession();
  const defaults = filters[role ?? 'employee'];
  const [{ status }, setFilter] = useUrlFilter<{ status: string }>(defaults, choices);
  const asked = statusOf(status);
  const query = useInfiniteQuery(questionsQuery(asked));
  const isOffice = role === 'admin';
  return (
    <>
      <PageHeader
        above={<BackLink to="/settlements">{t('Settlements', 'Liquidaciones')}</BackLink>}
        action={
          role && <ExportMenu filter={{ status: asked }} list="settlement-questions" size="md" />
        }
        title={messages.title}
      />
      <div className="mb-6 max-w-60">
        <Field label={t('Status', 'Estado')} name="status">
          <Select
            onChange={(event) => setFilter({ status: event.target.value })}
            options={[
              { value: 'open', label: messages.open },
              { value: 'answered', label: messages.answered },
              { value: 'all', label: t('All', 'Todas') },
            ]}
            value={status}
          />
        </Field>
      </div>
      <RecordList
        emptyHint={isOffice ? messages.emptyHint : messages.emptyHintOwn}
        messages={{
          ...messages,
          none: status === 'open' ? messages.noneOpen : messages.none,
          loading: general.loadingData,
        }}
        query={query}
      >
        {(list) => (
          <FilteredList
            className="border-t-2 border-ink"
            keyOf={({ question_id }) => question_id}
            pages={{ ...query, isSearched: asked === 'open' }}
            resetKey={status}
            rows={asked === 'open' ? oldestFirst(list) : list}
          >
            {(question) => <QuestionRow isOwn={question.user_id === userId} question={question} />}
          </FilteredList>
        )}
      </RecordList>
    </>
  );
}

/** Who has waited longest comes first. */
const oldestFirst = (list: readonly SettlementQuestion[]) =>
  list.toSorted((one, other) => one.asked_at.localeCompare(other.asked_at));
