import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';

/** The look that every text-like control shares. */
export const controlClass =
  'block w-full min-h-11 rounded-sm border-2 border-edge bg-sheet px-3 py-2 text-base text-ink placeholder:text-steel hover:border-ink aria-invalid:border-danger disabled:bg-well disabled:opacity-70';

/** A one-line text control; inside a Field it takes its name, id and error from there. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  const field = useFieldControl();
  return (
    <input {...field} {...rest} className={`${controlClass} read-only:bg-well ${className}`} />
  );
}

/** A text control of several lines. */
export function Textarea({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldControl();
  return (
    <textarea
      {...field}
      {...rest}
      className={`${controlClass} resize-y read-only:bg-well ${className}`}
      rows={rows}
    />
  );
}

/** A file control with the browser's own button, styled. */
export function FileInput({ className = '', ...rest }: ComponentProps<'input'>) {
  const field = useFieldControl();
  return (
    <input
      {...field}
      {...rest}
      className={`${controlClass} file:mr-3 file:rounded-sm file:border-0 file:bg-ink file:px-3 file:py-1 file:font-display file:font-semibold file:text-paper ${className}`}
      type="file"
    />
  );
}
