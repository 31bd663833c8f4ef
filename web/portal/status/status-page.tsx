import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clock } from '#contract/messages/retention.ts';
import { status as messages } from '#contract/messages/status.ts';
import {
  confirmClock,
  type StatusPart,
  type SystemStatus,
  systemStatus,
} from '#contract/status.ts';
import { call } from '#web/lib/api/api.ts';
import { readBuild } from '#web/lib/navigation/route-files.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { firstRequests } from '../shared/first-requests.ts';
import { RecordList } from '../shared/records/record-list.tsx';
import { focusContent, toast } from '../shared/toast.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';

const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => [await call(systemStatus, {}, { signal })],
  refetchInterval: 30_000,
});

export const clientLoader = firstRequests((client) => [client.ensureQueryData(statusQuery)]);

/** How the installation works, for the office and whoever runs the server. */
export default function StatusPage() {
  return (
    <>
      <PageHeader intro={messages.about} title={messages.title} />
      <RecordList
        lines={8}
        messages={{ fetchFailed: messages.fetchFailed }}
        query={useQuery(statusQuery)}
      >
        {([status]) => status && <Report status={status} />}
      </RecordList>
    </>
  );
}

const heading = 'display mb-3 border-b-2 border-ink pb-2 text-lg';
const row = 'flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-1.5 text-sm';

function Report({ status }: { status: SystemStatus }) {
  const { parts, tasks, release, started_at, connections, waiting_mail, unsent_mail } = status;
  const errors = status.browser_errors;
  const isFine =
    parts.every(({ problems }) => problems.length === 0) &&
    tasks.every(({ state }) => state === 'fine' || state === 'waiting');
  const missing = parts.flatMap(({ name, is_set_up }) => (is_set_up ? [] : messages.parts[name]));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {isFine &&
        (missing.length === 0 ? (
          <Alert tone="success">{messages.fine}</Alert>
        ) : (
          <Alert tone="info">{messages.notSetUp(missing.join(', '))}</Alert>
        ))}
      <section aria-labelledby="parts">
        <h2 className={heading} id="parts">
          Parts
        </h2>
        <ul>
          {parts.map((part) => (
            <PartRow key={part.name} part={part} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="numbers">
        <h2 className={heading} id="numbers">
          Numbers
        </h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-1.5 text-sm">
          <Fact name="Release">{release}</Fact>
          <Fact name="Build of the pages">{readBuild()}</Fact>
          <Fact name="Started">
            <time dateTime={started_at}>{usDayAndTime(started_at)}</time>
          </Fact>
          <Fact name="Open pages">{connections}</Fact>
          <Fact name="Mail waiting">{waiting_mail}</Fact>
          <Fact name="Mail not sent">
            {unsent_mail > 0 ? (
              <Link className="text-link" to="/unsent-mail">
                {unsent_mail}
              </Link>
            ) : (
              0
            )}
          </Fact>
        </dl>
      </section>
      <section aria-labelledby="errors">
        <h2 className={heading} id="errors">
          {messages.errorsInBrowsers}
        </h2>
        {errors.length === 0 && <p className="text-sm text-steel">{messages.noErrors}</p>}
        <ul>
          {errors.map((error) => (
            <ErrorRow error={error} key={`${error.kind} ${error.message} ${error.build}`} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="tasks">
        <h2 className={heading} id="tasks">
          Background tasks
        </h2>
        <ul>
          {tasks.map(({ name, state, ended_at, seconds }) => (
            <li className={row} key={name}>
              <span className="min-w-2/3 flex-1 first-letter:uppercase sm:min-w-0">{name}</span>
              {ended_at && (
                <span className="text-steel tabular-nums">
                  <time dateTime={ended_at}>{usDayAndTime(ended_at)}</time>, took {seconds} s
                </span>
              )}
              <StateBadge state={state} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function PartRow({ part: { name, problems, note, is_set_up } }: { part: StatusPart }) {
  return (
    <li className={row}>
      <div className="min-w-2/3 flex-1 gap-x-4 sm:min-w-0 md:flex md:flex-wrap">
        <h3 className="w-44 font-display font-bold">{messages.parts[name]}</h3>
        {note && <p className="text-steel">{note}</p>}
        {problems.map((problem) => (
          <p className="wrap-anywhere text-danger" key={problem}>
            {problem}
          </p>
        ))}
        {name === 'clock' && problems.length > 0 && <ConfirmClock />}
      </div>
      <StateBadge state={problems.length > 0 ? 'failed' : is_set_up ? 'fine' : 'off'} />
    </li>
  );
}

function ConfirmClock() {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(confirmClock, {}),
    onSuccess: ({ message }) => {
      focusContent();
      toast.show(message);
    },
    onError: (error) => toast.show(errorMessage(error, clock.failed), 'error'),
    onSettled: () => client.invalidateQueries(statusQuery),
  });
  return (
    <Button
      busy={confirm.isPending}
      className="mt-3"
      onClick={() => confirm.mutate()}
      size="sm"
      variant="secondary"
    >
      {clock.button}
    </Button>
  );
}

function ErrorRow({ error }: { error: SystemStatus['browser_errors'][number] }) {
  const { message, page, build, count, last_at, request_id } = error;
  return (
    <li className={row}>
      <div className="min-w-2/3 flex-1 sm:min-w-0">
        <p className="wrap-anywhere">{message}</p>
        <p className="wrap-anywhere text-steel">
          {[page, build, request_id && messages.reference(request_id)].filter(Boolean).join(', ')}
        </p>
      </div>
      <span className="text-steel tabular-nums">
        {messages.timesReported(count)}, <time dateTime={last_at}>{usDayAndTime(last_at)}</time>
      </span>
    </li>
  );
}

const tones = {
  waiting: 'neutral',
  off: 'neutral',
  fine: 'success',
  failed: 'danger',
  stuck: 'danger',
} as const;

function StateBadge({ state }: { state: keyof typeof tones }) {
  return <Badge tone={tones[state]}>{messages.states[state]}</Badge>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-steel">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
