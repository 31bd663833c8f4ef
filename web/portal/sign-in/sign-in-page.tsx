import { useQuery } from '@tanstack/react-query';
import { secondFactors as messages } from '#contract/messages/second-factors.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { badgesQuery } from '../shared/live/badges.data.ts';
import { DevicesSection } from './devices-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { usePasskeys, useTotp } from './sign-in.data.ts';
import { SignInSection } from './sign-in-section.tsx';
import { TotpSection } from './totp-section.tsx';

export default function SignInPage() {
  const passkeys = usePasskeys();
  const totp = useTotp();
  const hasFactor = Boolean(passkeys.data?.length || totp.data?.confirmed_at);
  return (
    <>
      <PageHeader
        intro={t(
          'How you log in, and where you are logged in.',
          'Cómo inicia sesión y dónde tiene la sesión iniciada.',
        )}
        title={t('Sign-in and devices', 'Acceso y dispositivos')}
      />
      {useMustSetUp() && <Alert className="mb-6">{messages.setUpRequired}</Alert>}
      <SignInSection
        hint={t(
          'Changing it signs out your other devices.',
          'Al cambiarla, se cierra la sesión en sus otros dispositivos.',
        )}
        title={t('Password', 'Contraseña')}
      >
        <LinkButton to="/password" variant="secondary">
          {t('Change password', 'Cambiar contraseña')}
        </LinkButton>
      </SignInSection>
      <PasskeysSection hasFactor={hasFactor} />
      <TotpSection hasFactor={hasFactor} />
      <DevicesSection />
    </>
  );
}

/** Whether the server refuses everything else until there is a second factor. */
function useMustSetUp(): boolean {
  const { error } = useQuery(badgesQuery);
  return error instanceof CallError && error.body.code === 'second_factor_setup_required';
}
