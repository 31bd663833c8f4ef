import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { t } from '#contract/text/languages.ts';

type Tone = 'error' | 'success' | 'info';

const looks: Record<Tone, string> = {
  error: 'border-danger bg-danger-wash text-danger',
  success: 'border-success bg-success-wash text-success',
  info: 'border-info bg-info-wash text-info',
};

/** What an error shows beside its text: the portal's reference of the failed call. */
export const ErrorExtra = createContext<ReactNode>(null);

interface AlertProps extends Omit<ComponentProps<'div'>, 'role'> {
  tone?: Tone;
  /** Buttons or links, such as Retry. */
  action?: ReactNode;
  /** Shows a close button. */
  onClose?: (() => void) | undefined;
}

/** An inline message: role alert for an error, else status. */
export function Alert({
  tone = 'info',
  action,
  onClose,
  children,
  className = '',
  ...rest
}: AlertProps) {
  const errorExtra = use(ErrorExtra);
  return (
    <div
      {...rest}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-l-4 px-4 py-3 font-semibold ${looks[tone]} ${className}`}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      {/* What else there is moves below a narrow text. */}
      <div className="flex-[1_1_15rem]">{children}</div>
      {tone === 'error' && errorExtra}
      {action}
      {onClose && (
        <button
          aria-label={t('Close', 'Cerrar')}
          className="-my-2 -mr-3 grid size-11 place-items-center text-lg"
          onClick={onClose}
          type="button"
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}
