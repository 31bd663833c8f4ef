import { useState } from 'react';
import { useNavigate } from 'react-router';
import { claims as messages } from '#contract/messages/claims.ts';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { toast } from '../shared/toast.tsx';
import { ReportForm } from './report-form.tsx';

/** The driver's report of damage. */
export function ReportView() {
  const navigate = useNavigate();
  // A new key empties the form.
  const [count, setCount] = useState(0);
  return (
    <>
      <PageHeader
        above={<BackLink to="/claims">Damage claims</BackLink>}
        intro="Take photos first, then say where it happened. The office is notified at once."
        title="Report damage"
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
