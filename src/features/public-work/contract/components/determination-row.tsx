import { ChevronDown, ChevronRight, Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import type {
  Contract,
  Determination,
  WorkClass,
} from '@/features/public-work/contract/api/queries';
import { useRemoveDetermination } from '@/features/public-work/contract/api/writes';
import { ClassTable } from '@/features/public-work/contract/components/class-table';
import { stateOf } from '@/features/public-work/contract/determination-state';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const DeterminationDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/contract/components/determination-dialog'))
    .DeterminationDialog,
}));
const ClassDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/contract/components/class-dialog')).ClassDialog,
}));

/** Longer lists open when one asks for them. */
const SHOWN_AT_ONCE = 15;

interface DeterminationRowProps {
  projectId: string;
  contract: Contract;
  determination: Determination;
  determinations: readonly Determination[];
  today: string;
}

export function DeterminationRow(props: DeterminationRowProps) {
  const { determination, determinations, today } = props;
  const { t } = useTranslation(['public-contract', 'common']);
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const remove = useRemoveDetermination(companyId);
  const state = stateOf(determination, determinations, today);
  const { classes } = determination;
  const [shown, setShown] = useState(state === 'current' && classes.length <= SHOWN_AT_ONCE);
  const [opened, setOpened] = useState<'edit' | 'remove' | 'class' | WorkClass | null>(null);
  const close = () => setOpened(null);
  const listId = useId();
  const name = [
    determination.number,
    determination.modification && t('determinations.mod', { number: determination.modification }),
  ]
    .filter(Boolean)
    .join(' · ');
  const Chevron = shown ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
        <div className="min-w-0 grow basis-48">
          <h3 className="flex flex-wrap items-center gap-2 font-[620] text-sm">
            {name}
            <Badge tone={state === 'current' ? 'success' : 'neutral'}>
              {t(`determinations.state.${state}`)}
            </Badge>
          </h3>
          <p className="text-muted text-sm">
            {t('determinations.from', { date: format.date(determination.effective_from) })}
            {determination.published_on &&
              ` · ${t('determinations.published', { date: format.date(determination.published_on) })}`}
          </p>
        </div>
        <span className="flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('determinations.editOne', { name })}
            onClick={() => setOpened('edit')}
          >
            <Pencil aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('determinations.removeOne', { name })}
            onClick={() => setOpened('remove')}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </span>
        <Button
          size="small"
          variant="ghost"
          aria-expanded={shown}
          aria-controls={listId}
          onClick={() => setShown(!shown)}
          aria-label={`${t('classes.count', { count: classes.length })}: ${name}`}
        >
          <Chevron aria-hidden="true" />
          {t('classes.count', { count: classes.length })}
        </Button>
        <Button
          size="small"
          onClick={() => setOpened('class')}
          aria-label={`${t('classes.add')}: ${name}`}
        >
          <Plus aria-hidden="true" />
          {t('classes.add')}
        </Button>
      </div>
      <div id={listId} className={shown ? 'border-t' : 'hidden'}>
        {shown && <ClassTable label={name} classes={classes} today={today} onOpen={setOpened} />}
      </div>
      <Suspense>
        {opened === 'edit' && <DeterminationDialog {...props} onClose={close} />}
        {(opened === 'class' || (opened !== null && typeof opened === 'object')) && (
          <ClassDialog
            determination={determination}
            value={typeof opened === 'object' ? opened : null}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={opened === 'remove'}
        onOpenChange={close}
        title={t('determinations.removeTitle', { name })}
        description={t('determinations.removeText', { count: classes.length })}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(determination.id, { onSuccess: close })}
      />
    </li>
  );
}
