import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Claim } from '#contract/claims.ts';
import { codeText, placeText } from '#contract/filters/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { oddityOf } from '#contract/rules/vin.ts';
import { t } from '#contract/text/languages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { MessageLink } from '../shared/people/message-link.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';
import { usDayAndTime, useToday } from '../shared/us-dates.ts';
import { ClaimForm } from './claim-form.tsx';
import { changeText, clockText, isDecided } from './claim-format.ts';
import { ClaimMarks } from './claim-marks.tsx';
import { ClaimPhotos } from './claim-photos.tsx';
import { ClaimResponse } from './claim-response.tsx';
import { claimQuery } from './claims.data.ts';

interface ClaimViewProps {
  damageId: number;
  isAdmin: boolean;
}

/** The claim of a damage; the office can start one. */
export function ClaimView({ damageId, isAdmin }: ClaimViewProps) {
  const query = useQuery(claimQuery(damageId));
  const { data: claim, isPending } = query;
  return (
    <>
      <PageHeader
        above={<BackLink to="/claims">{t('Damage claims', 'Reclamos por daños')}</BackLink>}
        intro={claim && <ClaimMarks claim={claim} isAdmin={isAdmin} />}
        title={t(`Claim of damage ${damageId}`, `Reclamo del daño ${damageId}`)}
      />
      {isPending && <Skeleton label={messages.loading} labelVisible lines={8} />}
      {query.error && <FailedList fallback={messages.fetchFailed} query={query} />}
      {claim === null && <NoClaim damageId={damageId} isAdmin={isAdmin} />}
      {claim && <ClaimDetails claim={claim} isAdmin={isAdmin} />}
    </>
  );
}

function NoClaim({ damageId, isAdmin }: ClaimViewProps) {
  return (
    <div className="grid gap-8">
      <EmptyState title={messages.noneOfDamage}>
        {isAdmin
          ? 'Start one to add the customer, the VIN, the deadlines and photos.'
          : t(
              'It appears here when the office starts one.',
              'Aparece aquí cuando la oficina abre uno.',
            )}
      </EmptyState>
      {isAdmin && <ClaimForm claim={null} damageId={damageId} />}
    </div>
  );
}

function ClaimDetails({ claim, isAdmin }: { claim: Claim; isAdmin: boolean }) {
  const user = useCurrentUser(true);
  const isDriver = user.data?.employee_id === claim.employee_id;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-8">
        <ClaimFacts claim={claim} isAdmin={isAdmin} />
        <ClaimPhotos claim={claim} />
      </div>
      <div className="grid gap-8">
        {isAdmin && <ClaimForm claim={claim} damageId={claim.damage_id} />}
        {isDriver && <ClaimResponse claim={claim} />}
        <ClaimHistory changes={claim.changes} />
      </div>
    </div>
  );
}

function VinText({ vin }: { vin: string }) {
  const oddity = oddityOf(vin);
  if (!oddity) return vin;
  return (
    <>
      {vin}
      <span className="block text-sm text-steel">{messages.oddVins[oddity]}</span>
    </>
  );
}

function ClaimFacts({ claim, isAdmin }: { claim: Claim; isAdmin: boolean }) {
  const day = useToday(today);
  const { acknowledge_by, decide_by, driver_response } = claim;
  return (
    <section aria-label={t('Facts', 'Datos')}>
      <p className="measure mb-4 whitespace-pre-line wrap-anywhere">{claim.damage_description}</p>
      <DescriptionList
        rows={[
          [
            'Driver',
            isAdmin && (
              <Fragment key="driver">
                {claim.driver_name}
                <MessageLink employeeId={claim.employee_id} name={claim.driver_name} />
              </Fragment>
            ),
          ],
          [t('Date', 'Fecha'), usCalendarDay(claim.damage_date)],
          [t('Where', 'Dónde'), placeText(claim)],
          [t('Amount', 'Monto'), dollars(claim.damage_amount)],
          [t('Customer', 'Cliente'), claim.customer],
          ['VIN', claim.vin && <VinText key="vin" vin={claim.vin} />],
          [t('Place on the car', 'Parte del carro'), codeText(claim.damage_code)],
          [t('Received on', 'Recibido el'), usCalendarDay(claim.received_on)],
          [
            'Acknowledge by',
            isAdmin && clockText(acknowledge_by, claim.status !== 'reported', day),
          ],
          ['Decide by', isAdmin && clockText(decide_by, isDecided(claim), day)],
          [
            isAdmin ? 'Driver’s response' : t('Your response', 'Su respuesta'),
            driver_response && messages.responses[driver_response],
          ],
          [isAdmin ? 'Driver’s words' : t('Your words', 'Sus palabras'), claim.response_note],
        ]}
      />
    </section>
  );
}

/** What changed, when and by whom, newest first. */
function ClaimHistory({ changes }: { changes: Claim['changes'] }) {
  return (
    <section aria-labelledby="claim-history">
      <h2 className="display mb-3 text-lg" id="claim-history">
        {t('History', 'Historial')}
      </h2>
      <ol className="border-b border-line text-sm">
        {changes.toReversed().map(({ id, at, by, field, before, after }) => (
          <li className="border-t border-line py-2" key={id}>
            <p className="text-steel">
              <bdi className="font-semibold text-ink">{by}</bdi>,{' '}
              <time dateTime={at}>{usDayAndTime(at)}</time>
            </p>
            <p className="wrap-anywhere">
              {messages.changes[field]}
              {(before || after) && (
                <>
                  : {before && `${changeText(field, before)} → `}
                  {changeText(field, after) || '–'}
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
