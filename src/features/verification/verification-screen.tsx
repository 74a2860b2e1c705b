import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tabs } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { InboxList } from '@/features/verification/components/inbox-list';
import { ItemDetail } from '@/features/verification/components/item-detail';
import { useItemKeys } from '@/features/verification/components/use-item-keys';
import { type Inbox, useInbox } from '@/features/verification/use-inbox';
import { cn } from '@/lib/class-names';

const QuestionsDialog = lateDialog(
  () => import('@/features/verification/components/questions-dialog'),
);
const IncidentsDialog = lateDialog(
  () => import('@/features/verification/components/incidents-dialog'),
);
const KioskPhotosDialog = lateDialog(
  () => import('@/features/verification/components/kiosk-photos-dialog'),
);
const IncidentDialog = lateDialog(
  () => import('@/features/verification/components/incident-dialog'),
);

function ScreenActions({ inbox: { takesPhotos, change } }: { inbox: Inbox }) {
  const { t } = useTranslation('verification');
  const open = (name: string) => () => change('dialog', name);
  return (
    <>
      {takesPhotos && <Button onClick={open('photos')}>{t('photos.title')}</Button>}
      {useIsPrivileged() && <Button onClick={open('questions')}>{t('questions.open')}</Button>}
      <Button onClick={open('incidents')}>{t('incidents.title')}</Button>
    </>
  );
}

function OpenDialogs({ inbox: { params, change, incidents } }: { inbox: Inbox }) {
  const manages = useIsPrivileged();
  const dialog = params.get('dialog');
  const incident = incidents.data?.find(({ id }) => id === params.get('incident'));
  const close = () => change('dialog', null);
  return (
    <Suspense>
      {dialog === 'questions' && manages && <QuestionsDialog onClose={close} />}
      {dialog === 'photos' && manages && <KioskPhotosDialog onClose={close} />}
      {dialog === 'incidents' && (
        <IncidentsDialog
          incidents={incidents}
          onOpen={(id) => {
            close();
            change('incident', id);
          }}
          onClose={close}
        />
      )}
      {incident && <IncidentDialog incident={incident} onClose={() => change('incident', null)} />}
    </Suspense>
  );
}

/** J and K go through the list, A takes the first action. */
function useInboxKeys({ items, chosen, change }: Inbox): void {
  const move = (step: 1 | -1) => {
    const next = items[items.findIndex(({ id }) => id === chosen?.id) + step];
    if (!next) return;
    change('item', next.id);
    document.querySelector<HTMLElement>(`[data-item="${next.id}"]`)?.focus();
  };
  useItemKeys(move, () =>
    document.querySelector<HTMLElement>('[data-item-actions] button')?.click(),
  );
}

/** The inbox of whoever runs the office: what happened, the evidence, one tap. */
export function VerificationScreen() {
  const { t } = useTranslation('verification');
  const manages = useIsPrivileged();
  const inbox = useInbox();
  useInboxKeys(inbox);
  const { tab, chosen, isOpened, change } = inbox;
  const close = () => change('item', null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t(manages ? 'description' : 'descriptionOwn')}
        actions={<ScreenActions inbox={inbox} />}
      />
      <Tabs
        asChild
        value={tab}
        onValueChange={(next) => {
          close();
          change('tab', next === 'open' ? null : next);
        }}
      >
        <Card className="grid lg:grid-cols-[minmax(320px,400px)_1fr]">
          <div className={cn('min-w-0 lg:border-r', isOpened && 'max-lg:hidden')}>
            <InboxList inbox={inbox} />
          </div>
          <div className={cn('min-h-80 min-w-0', !isOpened && 'max-lg:hidden')}>
            {chosen ? (
              <ItemDetail
                key={`${chosen.id} ${chosen.status}`}
                item={chosen}
                onDone={close}
                onBack={close}
              />
            ) : (
              <EmptyState title={t('choose')} />
            )}
          </div>
        </Card>
      </Tabs>
      <OpenDialogs inbox={inbox} />
    </>
  );
}
