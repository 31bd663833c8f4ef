import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { hoursText, timeOff as messages, usPeriod } from '#contract/messages/time-off.ts';
import { t } from '#contract/text/languages.ts';
import {
  type getTimeOff,
  kindLabel,
  type TimeOff,
  takesPto,
  timeOffUpdate,
  updateTimeOff,
} from '#contract/time-off.ts';
import type { Role } from '#contract/wire/access.ts';
import { CallError, type ReplyOf } from '#contract/wire/endpoint.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { outbox } from '../shared/offline/messages.ts';
import { useIsWaiting } from '../shared/offline/outbox-of.ts';
import { FailedList } from '../shared/records/failed-list.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { decide, timeOffKey, useTimeOff } from './time-off.data.ts';
import { hoursLabel, isCancellable, periodLabel, StatusBadge } from './time-off-labels.tsx';
import { useApprove, useCancel } from './use-decisions.ts';

interface RequestPanelProps {
  id: number;
  role: Role;
}

/** The request that a notification or a list links to, with everything to decide it. */
export function RequestPanel({ id, role }: RequestPanelProps) {
  const query = useTimeOff(id);
  const panel = useRef<HTMLDivElement>(null);
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    // Links on this page lead to it from far below; a form in it has the focus already.
    const { current } = panel;
    if (isLoaded && !current?.contains(document.activeElement)) current?.focus();
  }, [isLoaded]);
  return (
    <div className="mb-8 scroll-mt-24 outline-none" ref={panel} tabIndex={-1}>
      {query.data ? (
        <Request request={query.data} role={role} />
      ) : query.isPending ? (
        <Skeleton label={messages.loading} lines={5} />
      ) : query.error instanceof CallError && query.error.status === 404 ? (
        <Alert action={<CloseLink />} tone="error">
          {messages.gone}
        </Alert>
      ) : (
        <FailedList fallback={messages.fetchFailed} query={query} />
      )}
    </div>
  );
}

function CloseLink() {
  return (
    <LinkButton replace size="sm" to="/time-off" variant="quiet">
      {t('Close', 'Cerrar')}
    </LinkButton>
  );
}

type Request = ReplyOf<typeof getTimeOff>;

function Request({ request, role }: { request: Request; role: Role }) {
  const [params, setParams] = useSearchParams();
  const isOffice = role === 'admin';
  const isOpen = isOffice && request.status === 'requested';
  const isDeclining = isOpen && params.get('decline') === '1';
  const setDeclining = (isOn: boolean) =>
    setParams(
      { request: String(request.time_off_id), ...(isOn && { decline: '1' }) },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Card
      aside={<StatusBadge status={request.status} />}
      footer={
        !isDeclining && (
          <>
            {isOpen && <Decide onDecline={() => setDeclining(true)} request={request} />}
            <CancelButton isOffice={isOffice} request={request} />
            <CloseLink />
          </>
        )
      }
      level={2}
      title={isOffice ? request.employee_name : usPeriod(request)}
    >
      <div className="grid gap-6 md:grid-cols-2">
        <RequestDetails request={request} />
        {isOffice && <AlsoAway request={request} />}
      </div>
      {isDeclining && <DeclineForm onDone={() => setDeclining(false)} request={request} />}
    </Card>
  );
}

function RequestDetails({ request }: { request: Request }) {
  const { balance, status, hours, kind } = request;
  const isTaking = status === 'requested' && takesPto(kind);
  const left = isTaking && balance ? Math.round((balance.pto_hours - hours) * 100) / 100 : null;
  return (
    <DescriptionList
      rows={[
        [t('Kind', 'Tipo'), kindLabel(kind)],
        [t('Days', 'Días'), usPeriod(request)],
        [t('Hours', 'Horas'), hoursLabel(request)],
        [t('Note', 'Nota'), request.note],
        [t('Requested', 'Solicitado'), usDayAndTime(request.created_at)],
        [t('PTO balance', 'Saldo de PTO'), balance && hoursText(balance.pto_hours)],
        [
          'After approval',
          left !== null && (
            <span className={left < 0 ? 'font-semibold text-danger' : ''}>{hoursText(left)}</span>
          ),
        ],
        [t('Decided by', 'Decidido por'), request.decided_by],
        [t('Reason', 'Motivo'), request.reason],
      ]}
    />
  );
}

/** Who else of the department is away in these days. */
function AlsoAway({ request }: { request: Request }) {
  const { also_away, department } = request;
  return (
    <section aria-labelledby="also-away">
      <h3 className="font-display font-bold" id="also-away">
        Also away
      </h3>
      {also_away.length === 0 ? (
        <p className="mt-1 text-sm text-steel">{messages.nobodyAway(department)}</p>
      ) : (
        <ul className="mt-1 text-sm">
          {also_away.map((row) => (
            <li
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5"
              key={row.time_off_id}
            >
              <span className="font-semibold">{row.employee_name}</span>
              <span className="tabular-nums">{usPeriod(row)}</span>
              {row.status === 'requested' && <StatusBadge status={row.status} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Decide({ request, onDecline }: { request: TimeOff; onDecline: () => void }) {
  const { approve, busyId } = useApprove();
  return (
    <>
      <Button busy={busyId !== null} onClick={() => approve(request)}>
        Approve
      </Button>
      <Button className="ml-6" onClick={onDecline} variant="danger">
        Decline
      </Button>
    </>
  );
}

function CancelButton({ request, isOffice }: { request: TimeOff; isOffice: boolean }) {
  const { ask, busyId } = useCancel();
  const isWaiting = useIsWaiting(updateTimeOff, { id: request.time_off_id });
  const isShown = isOffice ? request.status === 'approved' : isCancellable(request);
  if (isWaiting) return <p className="text-sm text-steel">{outbox.waits}</p>;
  if (!isShown) return null;
  return (
    <Button busy={busyId !== null} onClick={() => void ask(request, !isOffice)} variant="secondary">
      {t('Cancel time off', 'Cancelar días libres')}
    </Button>
  );
}

function DeclineForm({ request, onDone }: { request: TimeOff; onDone: () => void }) {
  const state = useRecordForm({
    draft: `decline ${request.time_off_id}`,
    record: request,
    idOf: ({ time_off_id }) => time_off_id,
    valuesOf: () => ({ status: 'declined', reason: '' }),
    schema: timeOffUpdate,
    save: ({ reason }, { record }) =>
      decide({
        ...{ id: request.time_off_id, status: 'declined', reason },
        version: record?.version,
      }),
    queryKey: timeOffKey,
    messages: { saveFailed: messages.updateFailed, gone: messages.gone },
    onDone,
  });
  const { register, formState } = state.form;
  return (
    <div className="mt-6 border-t-2 border-ink pt-4">
      <FormShell
        differences={(current) => [{ label: 'Status', saved: current.status, entered: 'declined' }]}
        onCancel={onDone}
        onKeepSaved={onDone}
        state={state}
        submitLabel="Decline"
        submitVariant="danger"
      >
        <Field
          error={formState.errors.reason?.message}
          hint={messages.reasonHint}
          label={`Why do you decline ${periodLabel(request)}?`}
          name="reason"
          required
        >
          <Textarea {...register('reason')} autoFocus maxLength={10_000} rows={3} />
        </Field>
      </FormShell>
    </div>
  );
}
