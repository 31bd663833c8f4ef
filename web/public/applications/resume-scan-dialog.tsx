import { useLayoutEffect } from 'react';
import { ConfirmProvider } from '#web/ui/alert-dialog.tsx';
import ScanDialog, { type ScanDialogProps } from '#web/ui/scan/scan-dialog.tsx';
import styles from '../../styles/scan.css?inline';

/** The scanner with what the portal's layout has and public pages don't: styles and confirmations. */
export default function ResumeScanDialog(props: ScanDialogProps) {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
  return (
    <ConfirmProvider>
      <ScanDialog {...props} />
    </ConfirmProvider>
  );
}
