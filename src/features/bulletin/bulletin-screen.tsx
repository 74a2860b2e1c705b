import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useMyBulletins } from '@/entities/bulletin/bulletins-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { useDeleteBulletin } from '@/features/bulletin/api/delete-bulletin';
import { managedBulletinsQuery } from '@/features/bulletin/api/queries';
import { BulletinList } from '@/features/bulletin/components/bulletin-list';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const BulletinDialog = lateDialog(() => import('@/features/bulletin/components/bulletin-dialog'));
const ReadingDialog = lateDialog(() => import('@/features/bulletin/components/reading-dialog'));
const ReportDialog = lateDialog(() => import('@/features/bulletin/components/report-dialog'));
const TalkDialog = lateDialog(() => import('@/features/bulletin/components/talk-dialog'));

/** Workers read and confirm; managers write, and see who has read. */
export function BulletinScreen() {
  const { t } = useTranslation(['bulletin', 'common']);
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const manages = useIsPrivileged();
  const leads = manages || employee?.role === 'foreman';
  const [params, change] = useAddressParams();
  const [deleting, setDeleting] = useState(false);
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'bulletins', filter, stale: [queryKeys.bulletins] });
  useLiveTable({
    table: 'bulletin_reads',
    filter: manages ? filter : null,
    stale: [queryKeys.bulletins],
  });
  const mine = useMyBulletins();
  const managed = useQuery({
    ...managedBulletinsQuery(companyId),
    enabled: manages && companyId !== '',
  });
  const remove = useDeleteBulletin(companyId);
  const query = manages ? managed : mine;
  const shown = (manages ? managed.data : mine.data) ?? [];
  const open = (name: string) => shown.find(({ id }) => id === params.get(name));
  const reading = open('bulletin');
  const edited = managed.data?.find(({ id }) => id === params.get('edit'));
  const reported = managed.data?.find(({ id }) => id === params.get('report'));
  const talk = open('talk');
  const add = manages && (
    <Button variant="primary" onClick={() => change('edit', 'new')}>
      {t('new')}
    </Button>
  );
  const goTo = (name: string, id: string) => {
    change('bulletin', null);
    change(name, id);
  };

  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={add} />
      <Loaded query={query} skeleton={<ListSkeleton />} framed>
        {shown.length === 0 ? (
          <Card>
            <EmptyState
              icon={Megaphone}
              title={t('empty.title')}
              text={t(manages ? 'empty.first' : 'empty.none')}
              action={add}
            />
          </Card>
        ) : (
          <div className="max-w-3xl">
            <BulletinList
              bulletins={shown}
              onOpen={(id) => change('bulletin', id)}
              onReport={(id) => change('report', id)}
            />
          </div>
        )}
      </Loaded>
      <Suspense>
        {reading && (
          <ReadingDialog
            bulletin={reading}
            own={mine.data?.find(({ id }) => id === reading.id) ?? null}
            onClose={() => change('bulletin', null)}
            onTalk={leads ? () => goTo('talk', reading.id) : null}
            actions={
              manages && (
                <>
                  <Button variant="ghost" onClick={() => setDeleting(true)}>
                    {t('common:action.delete')}
                  </Button>
                  <Button onClick={() => goTo('report', reading.id)}>{t('report.open')}</Button>
                  <Button onClick={() => goTo('edit', reading.id)}>
                    {t('common:action.edit')}
                  </Button>
                </>
              )
            }
          />
        )}
        {manages && (edited || params.get('edit') === 'new') && (
          <BulletinDialog
            companyId={companyId}
            bulletin={edited ?? null}
            onClose={() => change('edit', null)}
          />
        )}
        {reported && <ReportDialog bulletin={reported} onClose={() => change('report', null)} />}
        {leads && talk && <TalkDialog bulletin={talk} onClose={() => change('talk', null)} />}
      </Suspense>
      {reading && (
        <ConfirmDialog
          open={deleting}
          onOpenChange={setDeleting}
          title={t('delete.title', { title: reading.title })}
          description={t('delete.text')}
          confirmLabel={t('common:action.delete')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(reading, {
              onSuccess: () => {
                setDeleting(false);
                change('bulletin', null);
              },
            })
          }
        />
      )}
    </>
  );
}
