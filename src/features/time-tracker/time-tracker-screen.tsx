import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useRef, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { useIsSection } from '@/components/shared/page-section';
import { Button } from '@/components/ui/button';
import type { EntryFilter } from '@/entities/time-entry/entry-filter';
import { timeEntriesQuery } from '@/entities/time-entry/time-entries-query';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { EntriesCard } from '@/features/time-tracker/components/entries-card';
import { TimerCard } from '@/features/time-tracker/components/timer-card';
import { useListState } from '@/features/time-tracker/list/use-list-state';
import { useOpenDialog } from '@/features/time-tracker/list/use-open-dialog';
import { loadNamespaces } from '@/lib/i18n';
import { useDrawnOnce } from '@/lib/use-drawn-once';
import { useTranslation } from '@/lib/use-translation';

// The form and its library are half of this screen's weight and are needed when it opens.
const DeleteEntryDialog = lateDialog(async () => ({
  default: (await import('@/features/time-tracker/components/delete-entry-dialog'))
    .DeleteEntryDialog,
}));
const EntryDialog = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/features/time-tracker/entry-form/entry-dialog'),
    loadNamespaces(['offline']),
  ]);
  return { default: module.EntryDialog };
});

/** The list is drawn after the timer, but asked for before. */
function useAskEarly(filter: EntryFilter): void {
  const client = useQueryClient();
  const companyId = useViewer().company?.id;
  const asked = useRef(false);
  if (asked.current || !companyId) return;
  asked.current = true;
  void client.prefetchInfiniteQuery(timeEntriesQuery(companyId, filter));
}

/** On a project's own page without the timer: the list is the project's. */
export function TimeTrackerScreen() {
  const { t } = useTranslation('time-tracker');
  const privileged = useIsPrivileged();
  const employee = useEmployee();
  const mayAdd = useOwnTimeRight('add') !== 'not_allowed';
  const ofProject = useIsSection();
  const state = useListState();
  const { dialog, open, close } = useOpenDialog();
  const [deleting, setDeleting] = useState<TimeEntry | null>(null);
  const edit = useCallback((entry: TimeEntry) => open({ kind: 'edit', entryId: entry.id }), [open]);
  const drawn = useDrawnOnce();
  useAskEarly(state.filter);
  const entryId = dialog.kind === 'edit' ? dialog.entryId : null;

  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {mayAdd && (
              <Button onClick={() => open({ kind: 'new-entry' })}>{t('addManual')}</Button>
            )}
            {privileged && !ofProject && (
              <Button variant="primary" onClick={() => open({ kind: 'export' })}>
                {t('exportPayroll')}
              </Button>
            )}
          </>
        }
      />
      {!employee && (
        <Notice tone="danger" className="mb-4">
          {t('noEmployee.text')}
        </Notice>
      )}
      {!ofProject && <TimerCard />}
      {drawn && (
        <EntriesCard
          state={state}
          onAdd={() => open({ kind: 'new-entry' })}
          onEdit={edit}
          onDelete={setDeleting}
        />
      )}
      {(dialog.kind === 'new-entry' || entryId) && (
        <Suspense>
          <EntryDialog
            key={entryId ?? 'new'}
            entryId={entryId}
            onClose={close}
            onOpenEntry={(id) => open({ kind: 'edit', entryId: id })}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <DeleteEntryDialog entry={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </>
  );
}
