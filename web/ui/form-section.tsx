import { type ReactNode, useId } from 'react';

interface FormSectionProps {
  /** The section's number. */
  step?: number;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A section of a long form: title on the left, fields in two columns. */
export function FormSection({ step, title, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-10 gap-y-5 border-t-2 border-ink py-8 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="display text-lg" id={id}>
          {step !== undefined && <span className="mr-2 text-rust">{step}</span>}
          {title}
        </h2>
        {hint && <p className="mt-2 text-sm text-steel">{hint}</p>}
      </div>
      <div className="grid grid-cols-1 content-start gap-5 sm:grid-cols-2 [&>.full]:col-span-full">
        {children}
      </div>
    </section>
  );
}
