import { useQuery } from '@tanstack/react-query';
import { Handshake } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import type { Contract } from '@/features/public-work/contract/api/queries';
import {
  mailsQuery,
  type Subcontractor,
  subcontractorsQuery,
  weeksQuery,
} from '@/features/public-work/handoff/api/queries';
import { useMailMissing } from '@/features/public-work/handoff/api/subcontractors';
import { WeekTable } from '@/features/public-work/handoff/components/week-table';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const InviteDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/handoff/components/invite-dialog')).InviteDialog,
}));
const ReportDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/handoff/components/report-dialog')).ReportDialog,
}));

type Opened =
  | { kind: 'invite'; subcontractor: Subcontractor | null }
  | { kind: 'report'; subcontractor: Subcontractor; weekEnd: string };

/** Subcontractors by weeks: who has handed in what, who is missing, and the mail to those. */
export function SubsBoard({ contract }: { contract: Contract }) {
  const { t } = useTranslation('handoff');
  const { company_id: companyId, project_id: projectId } = contract;
  const subs = useQuery(subcontractorsQuery(companyId, projectId));
  const weeks = useQuery(weeksQuery(companyId, projectId));
  const { data: mails = [] } = useQuery(mailsQuery(companyId, projectId));
  const [opened, setOpened] = useState<Opened | null>(null);
  const mail = useMailMissing();
  const filter = `company_id=eq.${companyId}`;
  useLiveTable({ table: 'subcontractor_reports', filter, stale: [queryKeys.handoff] });
  useLiveTable({ table: 'handoff_mails', filter, stale: [queryKeys.handoff] });
  const late = new Set(
    (weeks.data ?? [])
      .filter(({ state }) => state === 'missing' || state === 'returned')
      .map(({ subcontractor_id }) => subcontractor_id),
  );
  const toMail = (subs.data ?? []).filter(({ id, revoked_at }) => late.has(id) && !revoked_at);
  const close = () => setOpened(null);
  return (
    <Card>
      <CardHeader
        divided
        title={t('subs.title')}
        description={t('subs.text')}
        action={
          <div className="flex flex-wrap gap-2">
            {toMail.length > 0 && (
              <Button busy={mail.isPending} onClick={() => mail.mutate(toMail.map(({ id }) => id))}>
                {t('subs.mailMissing', { count: toMail.length })}
              </Button>
            )}
            <Button
              variant="primary"
              onClick={() => setOpened({ kind: 'invite', subcontractor: null })}
            >
              {t('subs.invite')}
            </Button>
          </div>
        }
      />
      <Loaded query={subs} skeleton={<TableSkeleton />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={Handshake} title={t('subs.empty')} text={t('subs.emptyText')} />
          ) : (
            <Loaded query={weeks} skeleton={<TableSkeleton />}>
              {(cells) => (
                <WeekTable
                  subcontractors={list}
                  weeks={cells}
                  mails={mails}
                  onEdit={(subcontractor) => setOpened({ kind: 'invite', subcontractor })}
                  onOpen={(subcontractor, weekEnd) =>
                    setOpened({ kind: 'report', subcontractor, weekEnd })
                  }
                />
              )}
            </Loaded>
          )
        }
      </Loaded>
      <Suspense>
        {opened?.kind === 'invite' && (
          <InviteDialog contract={contract} subcontractor={opened.subcontractor} onClose={close} />
        )}
        {opened?.kind === 'report' && (
          <ReportDialog
            subcontractor={opened.subcontractor}
            weekEnd={opened.weekEnd}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  );
}
