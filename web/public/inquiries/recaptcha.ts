interface Recaptcha {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

/** Milliseconds to wait for a token; then the form is sent without one. */
const timeouts = 4_000;

let loading: Promise<void> | undefined;

/** Loads reCAPTCHA once; resolves even if that fails. */
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

/** A token for the action 'submit'; '' when there is none in time, which flags the inquiry. */
export async function recaptchaToken(siteKey: string | null): Promise<string> {
  if (siteKey === null) return '';
  const late = new Promise<string>((resolve) => setTimeout(resolve, timeouts, ''));
  return Promise.race([late, execute(siteKey).catch(() => '')]);
}

async function execute(siteKey: string): Promise<string> {
  await loadRecaptcha(siteKey);
  const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha };
  if (!grecaptcha) return '';
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action: 'submit' });
}
