import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { InboxList, InboxTabs } from '@/features/verification/components/inbox-list';
import { ItemDetail } from '@/features/verification/components/item-detail';
import { SelectionDetail } from '@/features/verification/components/selection-detail';
import { pressAction, useItemKeys } from '@/features/verification/components/use-item-keys';
import { type Deciding, useDeciding } from '@/features/verification/use-deciding';
import { type Inbox, useInbox } from '@/features/verification/use-inbox';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

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
      <Button asChild>
        <Link to="/forms">{t('forms')}</Link>
      </Button>
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

/** Keys for whoever works through many: on, select, decide, take back. */
function useInboxKeys(inbox: Inbox, deciding: Deciding, showKeys: () => void): void {
  const { items, chosen, selected, change, select, toggle } = inbox;
  // The address follows a moment later: two quick keys are two steps.
  const current = useRef(chosen?.id);
  useEffect(() => {
    current.current = chosen?.id;
  }, [chosen?.id]);
  const move = (step: 1 | -1) => {
    const next = items[items.findIndex(({ id }) => id === current.current) + step];
    if (!next) return;
    current.current = next.id;
    change('item', next.id);
    const row = document.querySelector<HTMLElement>(`[data-item="${next.id}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const press = (key: string) => () => pressAction(key);
  useItemKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => current.current && toggle(current.current),
    a: press('a'),
    c: press('c'),
    r: press('r'),
    q: press('q'),
    i: press('i'),
    z: deciding.undoLast,
    '?': showKeys,
    ...(selected.length > 0 && { Escape: () => select([]) }),
  });
}

/** The item that is open, or several that are ticked. */
function RightPane({ inbox, deciding }: { inbox: Inbox; deciding: Deciding }) {
  const { t } = useTranslation('verification');
  const { chosen, selected, select, change } = inbox;
  if (selected.length > 0)
    return <SelectionDetail selected={selected} deciding={deciding} onClear={() => select([])} />;
  if (!chosen) return <EmptyState title={t('choose')} />;
  return (
    <ItemDetail
      key={`${chosen.id} ${chosen.status}`}
      item={chosen}
      inbox={inbox}
      deciding={deciding}
      onBack={() => change('item', null)}
    />
  );
}

/** The inbox of whoever runs the office: what happened, the evidence, one tap. */
export function VerificationScreen({ approvals }: { approvals?: ReactNode }) {
  const { t } = useTranslation('verification');
  const manages = useIsPrivileged();
  const inbox = useInbox();
  const deciding = useDeciding(inbox);
  const [keysOpen, setKeysOpen] = useState(false);
  useInboxKeys(inbox, deciding, () => setKeysOpen(true));
  const { tab, selected, isOpened, isWide, change, select, params } = inbox;
  const showsApprovals = Boolean(approvals) && params.get('tab') === 'approvals';
  const isMany = selected.length > 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t(manages ? 'description' : 'descriptionOwn')}
        actions={(isWide || !isOpened) && <ScreenActions inbox={inbox} />}
      />
      <Tabs
        asChild
        value={showsApprovals ? 'approvals' : tab}
        onValueChange={(next) => {
          change('item', null);
          select([]);
          change('tab', next === 'open' ? null : next);
        }}
      >
        {showsApprovals ? (
          <Card>
            <InboxTabs counts={inbox.counts} hasApprovals />
            <TabsContent value="approvals">{approvals}</TabsContent>
          </Card>
        ) : (
          <Card className="lg:-mb-6 lg:grid lg:h-[calc(100dvh-var(--top-bar-height)-8rem)] lg:min-h-112 lg:grid-cols-[minmax(340px,400px)_1fr] lg:grid-rows-1 lg:overflow-hidden">
            <div
              className={cn(
                'flex min-h-0 min-w-0 flex-col lg:border-r',
                isOpened && !isMany && 'max-lg:hidden',
              )}
            >
              <InboxList
                inbox={inbox}
                hasApprovals={Boolean(approvals)}
                keysOpen={keysOpen}
                onKeysOpen={setKeysOpen}
              />
            </div>
            <div
              className={cn(
                'flex min-h-0 min-w-0 flex-col',
                !isOpened && !isMany && 'max-lg:hidden',
                isMany && 'max-lg:border-t',
              )}
            >
              <RightPane inbox={inbox} deciding={deciding} />
            </div>
          </Card>
        )}
      </Tabs>
      <OpenDialogs inbox={inbox} />
    </>
  );
}
