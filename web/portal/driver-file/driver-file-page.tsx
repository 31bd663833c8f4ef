import { Fragment } from 'react';
import { driverFileFilter } from '#contract/filters/driver-file.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useSession } from '#web/lib/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { PrintButton } from '../shared/print-button.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { driverFilesQuery, useDriverFiles } from './driver-file.data.ts';
import { DriverFileBoard } from './driver-file-board.tsx';
import { OwnDriverFile } from './own-driver-file.tsx';

export const clientLoader = firstRequests((client) => [client.ensureQueryData(driverFilesQuery)]);

/** The board of the office; for drivers their own documents. */
export default function DriverFilePage() {
  const [filter] = useUrlFilter(driverFileFilter.none, driverFileFilter.choices);
  const isAdmin = useSession().role === 'admin';
  return (
    <>
      <PageHeader
        action={
          isAdmin && (
            <>
              <ExportMenu filter={filter} list="driver-file" size="md" />
              <PrintButton />
            </>
          )
        }
        title={messages.title}
      />
      <RecordList
        messages={{
          fetchFailed: messages.fetchFailed,
          none: isAdmin ? messages.none : messages.notLinked,
        }}
        query={useDriverFiles()}
      >
        {(list) => {
          if (isAdmin) return <DriverFileBoard files={list} />;
          return list.map((file) => (
            <Fragment key={file.employee_id}>
              {file.is_driver === 0 && <p>{messages.notNeeded}</p>}
              <OwnDriverFile file={file} />
            </Fragment>
          ));
        }}
      </RecordList>
    </>
  );
}
