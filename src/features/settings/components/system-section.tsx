import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  type SystemLine,
  type SystemStatus,
  systemStatusQuery,
} from '@/features/settings/api/system';
import { SystemBaseMap } from '@/features/settings/components/system-base-map';
import { SystemErrors } from '@/features/settings/components/system-errors';
import { groupLines } from '@/features/settings/components/system-groups';
import { SystemJobs } from '@/features/settings/components/system-jobs';
import { SystemLineRow } from '@/features/settings/components/system-line-row';
import { SystemTestMail } from '@/features/settings/components/system-test-mail';
import { SystemUpdateActions } from '@/features/settings/components/system-update-actions';
import { moment } from '@/features/settings/components/system-values';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Whether the installation is all right: for the owner who has nobody for servers. */
export function SystemSection() {
  const { t } = useTranslation('system');
  const status = useQuery(systemStatusQuery());
  return (
    <Loaded
      query={status}
      skeleton={<SystemSkeleton />}
      errorTitle={t('loadFailed')}
      errorClassName="max-w-3xl"
      framed
    >
      {(found) => (
        <>
          <Summary
            status={found}
            isLoading={status.isFetching}
            reload={() => void status.refetch()}
          />
          {groupLines(found.lines).map(([group, lines]) => (
            <SettingsCard key={group} title={t(`group.${group}`)}>
              <ul className="divide-y">
                {lines.map((line) => (
                  <SystemLineRow key={line.id} line={line} now={new Date(found.checkedAt)}>
                    <Behind line={line} status={found} />
                  </SystemLineRow>
                ))}
              </ul>
            </SettingsCard>
          ))}
          <Answered status={found} />
        </>
      )}
    </Loaded>
  );
}

function SystemSkeleton() {
  return (
    <Card className="max-w-3xl">
      <ListSkeleton rows={8} />
    </Card>
  );
}

/** What can be done at a line, and what is behind its figures. */
function Behind({ line, status }: { line: SystemLine; status: SystemStatus }) {
  if (line.id === 'mail') return <SystemTestMail />;
  if (line.id === 'map') return <SystemBaseMap />;
  if (line.id === 'update') return <SystemUpdateActions line={line} />;
  if (line.id === 'jobs' && status.jobs.length > 0) {
    return <SystemJobs jobs={status.jobs} now={new Date(status.checkedAt)} />;
  }
  if (line.id === 'errors' && status.errors.length > 0) {
    return <SystemErrors errors={status.errors} />;
  }
  return null;
}

interface SummaryProps {
  status: SystemStatus;
  isLoading: boolean;
  reload: () => void;
}

function Summary({ status, isLoading, reload }: SummaryProps) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const inState = (state: SystemLine['state']) =>
    status.lines.filter((line) => line.state === state).length;
  const [errors, warnings, off] = [inState('error'), inState('warning'), inState('off')];
  const tone = errors > 0 ? 'danger' : warnings > 0 ? 'attention' : 'success';
  const title =
    errors > 0
      ? t('summary.errors', { count: errors })
      : warnings > 0
        ? t('summary.warnings', { count: warnings })
        : t('summary.ok');
  return (
    <Notice
      tone={tone}
      className="mb-4 max-w-3xl"
      title={title}
      action={
        <Button size="small" busy={isLoading} onClick={reload}>
          {!isLoading && <RefreshCw aria-hidden="true" />}
          {t('reload')}
        </Button>
      }
    >
      {off > 0 && <p>{t('summary.off', { count: off })}</p>}
      <p className="text-muted">{t('checked', { when: format.time(status.checkedAt) })}</p>
    </Notice>
  );
}

/** Of several servers each knows its own disk and memory. */
function Answered({ status: { server, checkedAt } }: { status: SystemStatus }) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const since = moment(server.startedAt, format, new Date(checkedAt));
  return (
    <p className="max-w-3xl text-muted text-sm">
      {t('answered', { host: server.host, version: server.version, since })}
      {server.workers > 1 &&
        ` ${t('answeredWorker', { worker: server.worker, workers: server.workers })}`}{' '}
      {t('answeredHint')}
    </p>
  );
}
