import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { company, telHref } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { type FlashAlert, takeFlashAlerts } from '#web/lib/navigation/flash-alerts.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { takeLoginReturn } from '#web/lib/session/return-path.ts';
import { clearToken, readSession } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import type { Route } from './+types/login-page.ts';
import { LoginForm } from './login-form.tsx';
import { login as messages } from './messages.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: t('Employee log in', 'Acceso de empleados'),
    description: t(
      `Log in to the staff portal of ${company.name}.`,
      `Inicie sesión en el portal del personal de ${company.name}.`,
    ),
    path: '/login',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  });

const phone = company.phones.general.number;

export default function LoginPage() {
  const { ready, alerts, returnTo, clearAlerts } = useArrival();
  return (
    <main
      id="main"
      className="wrap grid grid-cols-1 gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
    >
      <div>
        <p className="legend text-steel">{t('Employee Portal', 'Portal de empleados')}</p>
        <h1 className="display mt-3 text-2xl">{t('Log in', 'Iniciar sesión')}</h1>
        <p className="measure mt-4 text-steel">
          {t(
            `For employees of ${company.name}. No account yet, or forgot your password? Call the office:`,
            `Para empleados de ${company.name}. ¿Aún no tiene cuenta u olvidó su contraseña? Llame a la oficina:`,
          )}{' '}
          <a className="text-link inline-block" href={telHref(phone)}>
            {phone}
          </a>
        </p>
      </div>
      <div className="max-w-lg border-t-2 border-ink pt-6">
        {alerts.map((alert) => (
          <Alert className="mb-5" key={alert.text} tone={alert.tone}>
            {alert.text}
          </Alert>
        ))}
        <LoginForm onSend={clearAlerts} ready={ready} returnTo={returnTo} />
      </div>
    </main>
  );
}

/** On load of /login: redirects a valid session to /portal, clears any other and explains why. */
function useArrival() {
  const navigate = useNavigate();
  const [ready, setReady] = useState(false);
  const [alerts, setAlerts] = useState<FlashAlert[]>([]);
  const [returnTo, setReturnTo] = useState<string | null>(null);

  useEffect(() => {
    const session = readSession();
    if (session.state === 'valid' && session.role !== null) {
      // The portal shows the flash alerts.
      void navigate('/portal', { replace: true });
      return;
    }
    if (session.state !== 'none') clearToken();
    const stored = takeFlashAlerts();
    const expired: FlashAlert[] =
      session.state === 'expired' ? [{ text: messages.expired, tone: 'error' }] : [];
    setAlerts((before) => [...before, ...expired, ...stored]);
    setReturnTo((before) => takeLoginReturn() ?? before);
    setReady(true);
  }, [navigate]);

  const clearAlerts = useCallback(() => setAlerts([]), []);
  return { ready, alerts, returnTo, clearAlerts };
}
