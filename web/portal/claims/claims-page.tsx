import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { claimsFilter } from '#contract/filters/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { t } from '#contract/text/languages.ts';
import { parseId } from '#contract/wire/fields.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useSession } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { toast } from '../shared/toast.tsx';
import { ClaimView } from './claim-view.tsx';
import { claimsQuery, useClaimUpdates } from './claims.data.ts';
import { ClaimsList } from './claims-list.tsx';
import { ReportForm } from './report-form.tsx';

export const clientLoader = firstRequests((client) => [client.ensureQueryData(claimsQuery)]);

/** Every claim, with `damage` in the URL the claim of that damage, with `report` the form of a new one. */
export default function ClaimsPage() {
  const [filter] = useUrlFilter(claimsFilter.none, claimsFilter.choices);
  const [params] = useSearchParams();
  const { role } = useSession();
  useClaimUpdates();
  const damageId = parseId(params.get('damage'));
  const isAdmin = role === 'admin';
  if (params.has('report')) return <ReportView />;
  if (damageId !== undefined) {
    return <ClaimView damageId={damageId} isAdmin={isAdmin} key={damageId} />;
  }
  return (
    <>
      <PageHeader
        action={
          <>
            <ExportMenu filter={filter} list="claims" size="md" />
            {!isAdmin && (
              <LinkButton to="/claims?report=1">{t('Report damage', 'Reportar daño')}</LinkButton>
            )}
          </>
        }
        title={t('Damage claims', 'Reclamos por daños')}
      />
      <ClaimsList isAdmin={isAdmin} />
    </>
  );
}

/** The driver's report of damage. */
function ReportView() {
  const navigate = useNavigate();
  // A new key empties the form.
  const [count, setCount] = useState(0);
  return (
    <>
      <PageHeader
        above={<BackLink to="/claims">{t('Damage claims', 'Reclamos por daños')}</BackLink>}
        intro={t(
          'Take photos first, then say where it happened. The office is notified at once.',
          'Primero tome fotos, luego diga dónde pasó. Avisamos a la oficina al momento.',
        )}
        title={t('Report damage', 'Reportar daño')}
      />
      <ReportForm
        key={count}
        onDone={(damageId) => {
          setCount(count + 1);
          if (damageId === null) return void navigate('/claims');
          toast.show(messages.reported);
          void navigate(`/claims?damage=${damageId}`);
        }}
      />
    </>
  );
}
