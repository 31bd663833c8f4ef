import { sessions as messages } from '#contract/messages/second-factors.ts';
import { t } from '#contract/text/languages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { toast } from '../shared/toast.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useEndOtherSessions, useEndSession, useSessions } from './sign-in.data.ts';
import { SignInSection } from './sign-in-section.tsx';

const hint = t(
  'Where you are logged in. Sign out a device that you lost or don’t recognize.',
  'Dónde tiene la sesión iniciada. Cierre la sesión en un dispositivo que perdió o no reconoce.',
);

const shown = {
  onSuccess: (reply: { message: string }) => toast.show(reply.message, 'success'),
  onError: (error: unknown) => toast.show(errorMessage(error, messages.endFailed), 'error'),
};

/** What the server made of the browser's name, such as Chrome on Android. */
const nameOf = (device: string) =>
  t(
    device,
    device === 'Unknown device' ? 'Dispositivo desconocido' : device.replace(' on ', ' en '),
  );

export function DevicesSection() {
  const { data, error } = useSessions();
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  return (
    <SignInSection hint={hint} title={t('Devices', 'Dispositivos')}>
      {error && <Alert tone="error">{errorMessage(error, messages.fetchFailed)}</Alert>}
      {data && (
        <ul aria-label={t('Devices', 'Dispositivos')} className="grid w-full gap-3">
          {data.map(({ id, device, ip, created_at, last_seen_at, current }) => (
            <li
              className="flex flex-wrap items-center justify-between gap-3 border border-line bg-sheet px-4 py-3"
              key={id}
            >
              <div className="min-w-0">
                <p className="font-semibold">
                  {nameOf(device)}{' '}
                  {current && <Badge tone="info">{t('This device', 'Este dispositivo')}</Badge>}
                </p>
                <p className="text-sm text-steel">
                  {t(
                    <>
                      Logged in {usDayAndTime(created_at)}
                      {ip && ` from ${ip}`}. Last used {usDayAndTime(last_seen_at)}.
                    </>,
                    <>
                      Sesión iniciada el {usDayAndTime(created_at)}
                      {ip && ` desde ${ip}`} · Último uso: {usDayAndTime(last_seen_at)}
                    </>,
                  )}
                </p>
              </div>
              {!current && (
                <Button
                  aria-label={t(
                    `Sign out ${device}, logged in ${usDayAndTime(created_at)}`,
                    `Cerrar sesión en ${nameOf(device)}, iniciada el ${usDayAndTime(created_at)}`,
                  )}
                  busy={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id, shown)}
                  size="sm"
                  variant="secondary"
                >
                  {t('Sign out', 'Cerrar sesión')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate(undefined, shown)}
          variant="secondary"
        >
          {t('Sign out all other devices', 'Cerrar sesión en los demás dispositivos')}
        </Button>
      )}
    </SignInSection>
  );
}
