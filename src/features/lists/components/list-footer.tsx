import type { ComponentProps } from 'react';
import { Kbd } from '@/components/ui/kbd';
import { RowActions } from '@/features/lists/components/row-actions';
import { useTranslation } from '@/lib/use-translation';

/** The keys of the grid, and what can be done with the chosen rows. */
export function ListFooter(props: ComponentProps<typeof RowActions>) {
  const { t } = useTranslation('lists');
  return (
    <footer className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t px-4 py-2.5 text-muted text-sm">
      {props.readOnly ? (
        props.definition.ownersOnly && t('ownersOnly')
      ) : (
        <>
          <Kbd>Enter</Kbd> {t('keys.down')} <Kbd>Tab</Kbd> {t('keys.right')} <Kbd>Ctrl D</Kbd>{' '}
          {t('keys.fill')} <Kbd>Ctrl Z</Kbd> {t('keys.undo')}
        </>
      )}
      <RowActions {...props} />
    </footer>
  );
}
