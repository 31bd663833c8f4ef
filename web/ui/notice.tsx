import type { ComponentProps, ReactNode } from 'react';

type Tone = 'error' | 'success' | 'info';

const looks: Record<Tone, string> = {
  error: 'border-danger bg-danger-wash text-danger',
  success: 'border-success bg-success-wash text-success',
  info: 'border-info bg-info-wash text-info',
};

interface NoticeProps extends Omit<ComponentProps<'div'>, 'role'> {
  tone?: Tone;
  /** Buttons or links: Retry, a way on. */
  action?: ReactNode;
  /** Shows a close button. */
  onClose?: (() => void) | undefined;
}

/** A message beside what it is about; an error interrupts a screen reader, the rest waits. */
export function Notice({
  tone = 'info',
  action,
  onClose,
  children,
  className = '',
  ...rest
}: NoticeProps) {
  return (
    <div
      {...rest}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-l-4 px-4 py-3 font-semibold ${looks[tone]} ${className}`}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <div className="min-w-0 flex-1">{children}</div>
      {action}
      {onClose && (
        <button
          aria-label="Close"
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
