import type { ComponentProps, ReactNode } from 'react';
import { errorMessage } from '../shared/error-messages.ts';
import { FactorDialog } from './factor-dialog.tsx';
import { ProofForm } from './proof-form.tsx';
import type { Proof } from './sign-in.data.ts';

interface ProofDialogProps extends Omit<ComponentProps<typeof FactorDialog>, 'busy' | 'children'> {
  hasFactor: boolean;
  /** The change that the proof allows. */
  change: { isPending: boolean; error: unknown };
  failed: string;
  messageOf?: (error: unknown) => string;
  onSubmit: (proof: Proof, data: FormData) => void;
  children?: ReactNode;
}

/** A change of the second factors, after the owner's proof. */
export function ProofDialog({ hasFactor, change, failed, ...props }: ProofDialogProps) {
  const { messageOf = (error) => errorMessage(error, failed), ...others } = props;
  const { onSubmit, children, ...dialog } = others;
  return (
    <FactorDialog {...dialog} busy={change.isPending}>
      {(id) => (
        <ProofForm
          error={change.error}
          hasFactor={hasFactor}
          id={id}
          messageOf={messageOf}
          onSubmit={onSubmit}
        >
          {children}
        </ProofForm>
      )}
    </FactorDialog>
  );
}
