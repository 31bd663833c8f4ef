import { type ReactNode, useId } from 'react';

interface FormSectionProps {
  /** The number of this part of the form, printed in the margin. */
  step?: number;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** One ruled part of a long form: its name in the margin, its fields in two columns when there is room. */
export function FormSection({ step, title, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t-2 border-ink py-8 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="display text-lg" id={id}>
          {step !== undefined && <span className="mr-2 text-rust">{step}</span>}
          {title}
        </h2>
        {hint && <p className="mt-2 text-sm text-steel">{hint}</p>}
      </div>
      <div className="grid content-start gap-5 sm:grid-cols-2 [&>.full]:col-span-full">
        {children}
      </div>
    </section>
  );
}
