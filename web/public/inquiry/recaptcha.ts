interface Recaptcha {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

/** How long the form waits for a token before it is sent without one, in milliseconds. */
const patience = 4_000;

let loading: Promise<void> | undefined;

/** Loads reCAPTCHA once; a failure only means that there is no token. */
export function loadRecaptcha(siteKey: string): Promise<void> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => resolve();
    document.head.append(script);
  });
  return loading;
}

/** A token of the action 'submit', '' when there is none in time: the server then takes a look itself. */
export async function recaptchaToken(siteKey: string | null): Promise<string> {
  if (siteKey === null) return '';
  const late = new Promise<string>((resolve) => setTimeout(resolve, patience, ''));
  return Promise.race([late, execute(siteKey).catch(() => '')]);
}

async function execute(siteKey: string): Promise<string> {
  await loadRecaptcha(siteKey);
  const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha };
  if (!grecaptcha) return '';
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action: 'submit' });
}
