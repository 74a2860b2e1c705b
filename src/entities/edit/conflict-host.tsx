import { Suspense, useSyncExternalStore } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { currentConflict, subscribeToConflicts } from '@/entities/edit/conflict';
import { loadNamespaces } from '@/lib/i18n';

const ConflictDialog = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/entities/edit/conflict-dialog'),
    loadNamespaces(['conflict']),
  ]);
  return module;
});

/** Shows the question of an edit that clashes, whichever screen sent it. */
export function ConflictHost() {
  const question = useSyncExternalStore(subscribeToConflicts, currentConflict);
  if (!question) return null;
  return (
    <Suspense>
      <ConflictDialog question={question} />
    </Suspense>
  );
}
