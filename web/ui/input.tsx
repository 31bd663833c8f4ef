import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';

/** Classes of every text-like control. */
export const controlClass =
  'block w-full min-h-11 rounded-sm border-2 border-edge bg-sheet px-3 py-2 text-base leading-6 text-ink placeholder:text-steel hover:border-ink aria-invalid:border-danger disabled:bg-well disabled:opacity-70';

/** Classes that show a read-only control as plain text, so that it doesn't look disabled. */
export const valueClass = 'border-transparent! bg-transparent! px-0!';

/** A text input; inside a Field it gets name, id and error from there. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  const field = useFieldControl();
  return (
    <input {...field} {...rest} className={`${controlClass} read-only:bg-well ${className}`} />
  );
}

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

export function FileInput({ className = '', ...rest }: ComponentProps<'input'>) {
  const field = useFieldControl();
  return <input {...field} {...rest} className={`${controlClass} ${className}`} type="file" />;
}
