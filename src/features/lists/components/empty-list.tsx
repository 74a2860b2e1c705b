import { EmptyState } from '@/components/shared/empty-state';
import { Button } from '@/components/ui/button';
import type { RowWrite } from '@/features/lists/api/save-rows';
import type { ListName } from '@/features/lists/list-definition';
import { USUAL_BREAKS, USUAL_DELAYS, USUAL_PAY, USUAL_UNITS } from '@/features/lists/usual-rows';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

interface EmptyListProps {
  name: ListName;
  readOnly: boolean;
  saving: boolean;
  write: (rows: RowWrite[]) => Promise<unknown>;
}

/** Lists that work while they are empty say how. */
const EMPTY_TEXTS: Partial<
  Record<ListName, 'empty.payTypes' | 'empty.breakTypes' | 'empty.minimumWages'>
> = {
  pay_types: 'empty.payTypes',
  break_types: 'empty.breakTypes',
  minimum_wages: 'empty.minimumWages',
};

/** Nothing in it yet; some lists start with what most companies use. */
export function EmptyList({ name, readOnly, saving, write }: EmptyListProps) {
  const { t } = useTranslation('lists');
  const usual: Record<string, readonly object[]> = {
    units: USUAL_UNITS.map((unit) => ({ name: unit, description: t(`usual.${unit}`) })),
    delay_reasons: USUAL_DELAYS,
    break_types: USUAL_BREAKS,
    pay_types: USUAL_PAY,
  };
  const rows = usual[name] ?? [];
  const addUsual = () =>
    void write(rows.map((values) => ({ id: uuidv7(), new: true, values: { ...values } })));
  return (
    <EmptyState
      title={t('empty.title')}
      text={readOnly ? t('ownersOnly') : t(EMPTY_TEXTS[name] ?? 'empty.text')}
      action={
        !readOnly &&
        rows.length > 0 && (
          <Button busy={saving} onClick={addUsual}>
            {t('empty.usual')}
          </Button>
        )
      }
    />
  );
}
