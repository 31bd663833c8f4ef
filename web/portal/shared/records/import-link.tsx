import type { ImportKind } from '#contract/import.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** A link to the import of a kind of record. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  return (
    <LinkButton to={`/import?kind=${kind}`} variant="secondary">
      Import
    </LinkButton>
  );
}
