import { type ReactNode, use } from 'react';
import { formKeyField } from '#contract/form-choices.ts';
import { publicForms as messages } from '#contract/messages/general.ts';
import { locale, t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { DraftAlert } from '#web/lib/drafts/draft-alert.tsx';
import { FormKeyContext } from '#web/lib/forms/form-key.ts';
import { useHydrated } from '#web/lib/forms/use-hydrated.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import type { PublicFormState } from './use-public-form.ts';

interface PublicFormProps {
  state: PublicFormState;
  /** The URL that a browser without scripts posts the form to. */
  action?: string;
  encType?: 'multipart/form-data';
  /** Shown above the alerts. */
  progress?: ReactNode;
  /** What a draft doesn't restore. */
  missing?: string;
  /** The labels of sensitive fields, which a draft doesn't store, by name. */
  sensitiveLabels?: Readonly<Record<string, string>>;
  onFocus?: () => void;
  children: ReactNode;
}

/** A public form: the alert about its draft and messages above its fields, which `children` render. */
export function PublicForm(props: PublicFormProps) {
  const { state, action, encType, progress, missing, sensitiveLabels, onFocus, children } = props;
  const { alert, check, draft, start } = state;
  const hydrated = useHydrated();
  return (
    <FormState errors={check.errors} values={start.values} warnings={check.warnings}>
      <form
        action={action}
        encType={encType}
        key={start.round}
        method="post"
        // Before its scripts run the server checks it, and answers in the page's language and words.
        noValidate
        onBlur={check.onBlur}
        onFocus={() => {
          state.prepare();
          onFocus?.();
        }}
        onInput={(event) => {
          draft.onInput();
          check.onInput(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void state.submit();
        }}
        ref={state.form}
      >
        {action !== undefined && (
          <input
            defaultValue={use(FormKeyContext)}
            name={formKeyField}
            suppressHydrationWarning
            type="hidden"
          />
        )}
        {progress}
        <div className="not-empty:mb-6" ref={state.alerts}>
          {draft.stage && (
            <DraftAlert
              emptied={messages.startedOver}
              onClose={draft.closeAlert}
              onStartOver={draft.startOver}
              onUndo={draft.undo}
              restored={restoredText(state, missing, sensitiveLabels)}
              stage={draft.stage}
            />
          )}
          {alert && (
            <Alert onClose={hydrated ? state.closeAlert : undefined} tone={alert.tone}>
              <p>{alert.text}</p>
              {alert.canRetry && (
                <Button className="mt-2" size="sm" type="submit" variant="secondary">
                  {alert.retryLabel ?? t('Send again', 'Enviar de nuevo')}
                </Button>
              )}
            </Alert>
          )}
        </div>
        {children}
      </form>
    </FormState>
  );
}

/** What is back in the form, and what isn't. */
function restoredText(
  { draft: { restored } }: PublicFormState,
  missing: string | undefined,
  labels: PublicFormProps['sensitiveLabels'] = {},
): string {
  const { isSent = false, savedAt = '', omitted = [] } = restored ?? {};
  // As the form asks: `omitted` has them as they were typed.
  const again = Object.keys(labels).flatMap(
    (name) => (omitted.includes(name) && labels[name]) || [],
  );
  return [
    isSent ? messages.maybeSent(dayAndTime(savedAt)) : messages.restored,
    missing,
    again.length > 0 && messages.retype(again.join(', ')),
  ]
    .filter(Boolean)
    .join(' ');
}

function dayAndTime(instant: string): string {
  return new Date(instant).toLocaleString(locale(), {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}

/** Links of a public form. They open a new tab, so that the form keeps its input. */
export function TermsLinks() {
  return (
    <p className="text-sm text-steel">
      {t('Read how we use your details in the', 'Vea cómo usamos sus datos en la')}{' '}
      <a className="text-link" href={ownPath('/privacy')} rel="noopener" target="_blank">
        {t('privacy policy', 'política de privacidad')}
        <span className="sr-only"> {t('(opens in a new tab)', '(se abre en otra pestaña)')}</span>
      </a>{' '}
      {t('and the', 'y los')}{' '}
      <a className="text-link" href={ownPath('/terms')} rel="noopener" target="_blank">
        {t('terms of use', 'términos de uso')}
        <span className="sr-only"> {t('(opens in a new tab)', '(se abre en otra pestaña)')}</span>
      </a>
      .
    </p>
  );
}
