import { Button } from '@/components/ui/button';
import { type CellContext, nearest, optionsOf } from '@/features/lists/cell-values';
import type { CellProblem } from '@/features/lists/drafts';
import type { ListColumn, ListName } from '@/features/lists/list-definition';
import { useTranslation } from '@/lib/use-translation';

/** Lists a row of which is made of its name alone. */
const ADDABLE: readonly ListName[] = [
  'customers',
  'units',
  'cost_code_groups',
  'equipment_classes',
  'certification_types',
];

interface CellHelpProps {
  column: ListColumn;
  text: string;
  problem: CellProblem;
  context: CellContext;
  onUse: (text: string) => void;
  onAdd: (list: ListName, name: string) => void;
}

/** Why a cell is refused, and the likely ways out. */
export function CellHelp({ column, text, problem, context, onUse, onAdd }: CellHelpProps) {
  const { t } = useTranslation('lists');
  const { code, list, words } = problem;
  const like = nearest(text, optionsOf(column, context) ?? []);
  const addable = code === 'unknown' && list && ADDABLE.includes(list) ? list : null;
  return (
    <>
      <p className="font-[620] text-danger">
        {code === 'refused' ? words : t(`problem.${code}`, { text })}
      </p>
      {list && <p className="mt-0.5">{t('problem.where', { list: t(`list.${list}`) })}</p>}
      {(like || addable) && (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {like && like !== text && (
            <Button size="small" variant="primary" onClick={() => onUse(like)}>
              {t('problem.use', { text: like })}
            </Button>
          )}
          {addable && (
            <Button size="small" onClick={() => onAdd(addable, text)}>
              {t('problem.add', { text })}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
