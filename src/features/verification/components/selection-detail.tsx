import { X } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { useEmployee } from '@/entities/viewer/use-viewer';
import type { Item } from '@/features/verification/api/queries';
import { ActionKey } from '@/features/verification/components/action-key';
import { type Choice, DecisionFooter } from '@/features/verification/components/decision-footer';
import {
  arrivalChange,
  isHeld,
  punchedAt,
  refusalChange,
} from '@/features/verification/punch-effects';
import type { Deciding } from '@/features/verification/use-deciding';
import { useItemText } from '@/features/verification/use-item-text';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Below the list on small screens; its bar leads here. */
export const SELECTION_ID = 'selected-items';

const nameOf = ({ first_name, last_name }: Item) => `${first_name ?? ''} ${last_name ?? ''}`.trim();
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What can be decided together: punches off site, held punches, or everything that is looked at. */
function split(selected: readonly Item[]) {
  const some = selected.filter(({ kind }) => kind !== 'injury');
  const mode = some.every(({ kind }) => kind === 'off_site_punch')
    ? ('punches' as const)
    : some.every(isHeld)
      ? ('held' as const)
      : ('others' as const);
  const items = mode === 'others' ? some.filter((item) => !isHeld(item)) : some;
  return { mode, items, left: selected.filter((item) => !items.includes(item)) };
}

type Mode = ReturnType<typeof split>['mode'];

function useColumns(mode: Mode): Column<Item>[] {
  const { t } = useTranslation(['verification', 'common']);
  const format = useFormat();
  const clockOf = useSiteClocks();
  const words = useItemText();
  const who: Column<Item> = {
    id: 'who',
    header: t('common:employee.label'),
    card: 'title',
    cell: (item) => <span className="font-[550]">{nameOf(item) || '–'}</span>,
  };
  const project: Column<Item> = {
    id: 'project',
    header: t('common:project.label'),
    cell: ({ project_name }) => project_name ?? '–',
  };
  if (mode !== 'punches')
    return [
      who,
      { id: 'what', header: t('several.what'), cell: (item) => words(item).title },
      project,
      {
        id: 'when',
        header: t('several.when'),
        align: 'end',
        cell: (item) => clockOf(item.project_id).dateTime(item.happened_at),
      },
    ];
  return [
    who,
    project,
    {
      id: 'distance',
      header: t('several.distance'),
      align: 'end',
      cell: ({ detail }) => (detail.edge_m == null ? '–' : format.distance(detail.edge_m)),
    },
    {
      id: 'punch',
      header: t('several.punch'),
      align: 'end',
      cell: (item) => clockOf(item.project_id).time(punchedAt(item)),
    },
    {
      id: 'onSite',
      header: t('several.onSite'),
      align: 'end',
      cell: ({ project_id, detail }) =>
        detail.on_site_at ? clockOf(project_id).time(detail.on_site_at) : '–',
    },
    {
      id: 'difference',
      header: t('several.difference'),
      align: 'end',
      card: 'aside',
      cell: (item) => {
        const change = arrivalChange(item);
        return change === null ? '–' : formatDuration(change);
      },
    },
  ];
}

/** Each choice with its effect, before it is made. */
function useChoices(mode: Mode, items: readonly Item[]): Choice[] {
  const { t } = useTranslation('verification');
  const me = useEmployee()?.id;
  const count = items.length;
  const seen = items.filter((item) => arrivalChange(item) !== null).length;
  const isAskable = items.every(({ employee_id }) => employee_id !== null && employee_id !== me);
  const asking: Choice[] = isAskable ? [{ action: 'ask', label: t('ask.all', { count }) }] : [];
  if (mode === 'held')
    return [
      { action: 'apply', label: t('several.apply', { count }) },
      { action: 'discard', label: t('several.discard', { count }), needsNote: true },
      ...asking,
    ];
  if (mode === 'others')
    return [{ action: 'resolve', label: t('several.resolve', { count }) }, ...asking];
  return [
    { action: 'accept', label: t('several.accept', { count }) },
    ...(seen > 0
      ? [{ action: 'correct' as const, label: t('several.correct', { count: seen }) }]
      : []),
    { action: 'refuse', label: t('several.refuse', { count }), needsNote: true },
    ...asking,
  ];
}

function Effects({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('verification');
  const changes = items.map(arrivalChange).filter((change) => change !== null);
  const rows: [string, string, number][] = [['accept', t('effect.acceptText'), 0]];
  if (changes.length > 0)
    rows.push([
      'correct',
      t('effect.correctText', { count: changes.length, total: items.length }),
      sum(changes),
    ]);
  rows.push(['refuse', t('effect.refuseText'), sum(items.map(refusalChange))]);
  return (
    <section className="px-5 py-4">
      <h3 className="mb-2 font-[620] text-sm">{t('effect.title')}</h3>
      <dl className="divide-y rounded-card border text-sm">
        {rows.map(([name, text, seconds]) => (
          <div key={name} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5">
            <dt className="min-w-40 font-[620]">{t(`effect.${name as 'accept'}`)}</dt>
            <dd className="min-w-48 flex-1">{text}</dd>
            <dd className="tabular text-right">{formatDuration(seconds)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export interface SelectionDetailProps {
  selected: readonly Item[];
  deciding: Deciding;
  onClear: () => void;
}

/** Several items side by side, decided together and stored one by one. */
export function SelectionDetail({ selected, deciding, onClear }: SelectionDetailProps) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const words = useItemText();
  const { mode, items, left } = split(selected);
  const columns = useColumns(mode);
  const choices = useChoices(mode, items);
  const title = t(`several.title.${mode}`, { count: items.length });
  const people = new Set(items.flatMap((item) => item.employee_id ?? [])).size;
  return (
    <article
      id={SELECTION_ID}
      className="flex min-h-0 flex-1 scroll-mt-20 flex-col"
      aria-label={title}
    >
      <header className="flex shrink-0 flex-wrap items-center gap-3 border-b px-5 py-3.5">
        <div className="min-w-0 flex-1">
          <h2 className="font-[640] text-md">{title}</h2>
          <p className="text-muted text-sm">
            {t(mode === 'held' ? 'several.textHeld' : 'several.text')}
          </p>
        </div>
        <Button size="small" onClick={onClear}>
          <X aria-hidden="true" />
          {t('several.clear')}
          <ActionKey>Esc</ActionKey>
        </Button>
      </header>
      <section
        className="min-h-0 flex-1 overscroll-contain [--top-bar-height:0px] lg:overflow-y-auto"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a mouse.
        tabIndex={0}
      >
        {items.length > 0 && (
          <DataTable label={title} rows={items} columns={columns} rowKey={({ id }) => id} />
        )}
        {mode === 'punches' && items.length > 0 && <Effects items={items} />}
        {left.length > 0 && (
          <div className="px-5 py-4">
            <Notice tone="attention">
              {t('several.left', {
                count: left.length,
                items: format.list(left.map((item) => words(item).title)),
              })}
            </Notice>
          </div>
        )}
      </section>
      {items.length > 0 && (
        <DecisionFooter
          key={mode}
          items={items}
          choices={choices}
          deciding={deciding}
          correctTo={({ detail }) => detail.on_site_at}
          note={{
            label: t('note.label'),
            hint: people > 0 ? t('note.hintAll', { count: people }) : '',
          }}
        />
      )}
    </article>
  );
}
