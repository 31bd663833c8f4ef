import { Printer } from 'lucide-react';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';

export function PrintButton() {
  return (
    <Button className="max-sm:hidden print:hidden" onClick={() => print()} variant="secondary">
      <Printer aria-hidden="true" className="size-5" />
      {t('Print', 'Imprimir')}
    </Button>
  );
}
