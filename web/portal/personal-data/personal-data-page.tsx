import { personalData as messages } from '#contract/messages/personal-data.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { useConfirmedCall } from '../shared/records/use-confirmed-call.tsx';
import { toast } from '../shared/toast.tsx';
import { useExportPersonalData } from './personal-data.data.ts';

export default function PersonalDataPage() {
  const { send, dialog } = useConfirmedCall();
  const download = useExportPersonalData(send);

  function start() {
    toast.dismissAll();
    download.mutate(undefined, {
      onSuccess: () => toast.show(messages.ready),
      onError: (error) => toast.show(errorMessage(error, messages.exportFailed), 'error'),
    });
  }

  return (
    <>
      <PageHeader intro={messages.intro} title={messages.title} />
      <div className="grid max-w-xl justify-items-start gap-4 border-t-2 border-ink pt-6">
        <p>{messages.contents}</p>
        <p className="text-sm text-steel">{messages.leftOut}</p>
        <Button busy={download.isPending} onClick={start}>
          {t('Download your data', 'Descargar sus datos')}
        </Button>
      </div>
      {dialog}
    </>
  );
}
