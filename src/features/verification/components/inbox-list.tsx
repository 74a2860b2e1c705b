import { ShieldCheck } from 'lucide-react';
import { Fragment } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Kbd } from '@/components/ui/kbd';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { Select } from '@/components/ui/select';
import { TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { KINDS } from '@/features/verification/api/queries';
import { ItemList } from '@/features/verification/components/item-list';
import { KioskPhotosRow } from '@/features/verification/components/kiosk-photos-row';
import { SELECTION_ID } from '@/features/verification/components/selection-detail';
import { type Inbox, TABS } from '@/features/verification/use-inbox';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface InboxTabsProps extends Pick<Inbox, 'counts'> {
  /** Whether the company approves time in steps. */
  hasApprovals: boolean;
}

export function InboxTabs({ counts, hasApprovals }: InboxTabsProps) {
  const { t } = useTranslation('verification');
  const manages = useIsPrivileged();
  return (
    <TabsList>
      {TABS.filter((value) => manages || value !== 'mine').map((value) => (
        <TabsTrigger key={value} value={value}>
          {t(`tab.${value}`)}{' '}
          {counts && value === 'open' && (
            <Badge tone={counts.open > 0 ? 'attention' : 'neutral'}>{counts.open}</Badge>
          )}
          {counts && value === 'mine' && <Badge>{counts.mine}</Badge>}
        </TabsTrigger>
      ))}
      {hasApprovals && <TabsTrigger value="approvals">{t('tab.approvals')}</TabsTrigger>}
    </TabsList>
  );
}

function KindFilter({ kind, change }: Pick<Inbox, 'kind' | 'change'>) {
  const { t } = useTranslation('verification');
  return (
    <Select
      size="compact"
      aria-label={t('kindFilter')}
      value={kind ?? 'all'}
      onValueChange={(next) => change('kind', next === 'all' ? null : next)}
      options={[
        { value: 'all', label: t('allKinds') },
        ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
      ]}
    />
  );
}

/** Ticks all that are shown, or all of the kind that was begun with. */
function SelectionBar({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation('verification');
  const { items, selected, select, kind, change } = inbox;
  const all = items.map(({ id }) => id);
  const [first] = selected;
  const alike = items.filter((item) => item.kind === first?.kind);
  const isOneKind = selected.every((item) => item.kind === first?.kind);
  return (
    <div
      className={cn(
        'flex min-h-12 shrink-0 items-center gap-3 border-b px-4 py-1.5 text-sm',
        selected.length > 0 ? 'bg-primary-soft' : 'bg-sunken',
      )}
    >
      <Checkbox
        aria-label={t('several.all')}
        checked={selected.length === 0 ? false : selected.length === all.length || 'indeterminate'}
        disabled={all.length === 0}
        onCheckedChange={() => select(selected.length > 0 ? [] : all)}
      />
      {first ? (
        <>
          <span className="font-[620]">{t('several.selected', { count: selected.length })}</span>
          {isOneKind && alike.length > selected.length && (
            <Button
              variant="link"
              size="inline"
              className="ml-auto whitespace-normal text-right"
              onClick={() => select(alike.map(({ id }) => id))}
            >
              {t('several.allOfKind', { count: alike.length, kind: t(`kind.${first.kind}`) })}
            </Button>
          )}
        </>
      ) : (
        <>
          <span className="mr-auto text-muted">{t('several.all')}</span>
          <KindFilter kind={kind} change={change} />
        </>
      )}
    </div>
  );
}

const KEYS = [
  ['J', 'next'],
  ['K', 'previous'],
  ['X', 'select'],
  ['A', 'accept'],
  ['C', 'correct'],
  ['R', 'refuse'],
  ['Q', 'ask'],
  ['I', 'incident'],
  ['Z', 'undo'],
  ['Esc', 'clear'],
] as const;

/** The keys used most, and all of them behind the question mark. */
function KeysBar({ keysOpen, onKeysOpen }: KeysBarProps) {
  const { t } = useTranslation('verification');
  return (
    <div className="flex shrink-0 items-center gap-1.5 border-t px-4 py-2 text-muted text-xs max-lg:hidden pointer-coarse:hidden">
      <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.move')} <Kbd>X</Kbd> {t('keys.select')} <Kbd>Z</Kbd>{' '}
      {t('keys.undo')}
      <Popover open={keysOpen} onOpenChange={onKeysOpen}>
        <PopoverTrigger asChild>
          <Button variant="ghost" size="small" className="ml-auto text-muted text-xs">
            <Kbd>?</Kbd> {t('keys.all')}
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label={t('keys.all')} align="end" className="w-64 p-4">
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5 text-sm">
            {KEYS.map(([key, name]) => (
              <Fragment key={key}>
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd className="first-letter:uppercase">{t(`keys.${name}`)}</dd>
              </Fragment>
            ))}
          </dl>
        </PopoverContent>
      </Popover>
    </div>
  );
}

export interface KeysBarProps {
  keysOpen: boolean;
  onKeysOpen: (open: boolean) => void;
}

/** The left half of the inbox: what there is, by tab and kind. It scrolls by itself. */
export function InboxList({
  inbox,
  hasApprovals,
  ...keys
}: { inbox: Inbox; hasApprovals: boolean } & KeysBarProps) {
  const { t } = useTranslation('verification');
  const manages = useIsPrivileged();
  const { query, tab, items, chosen, change, selected } = inbox;
  const ticked = new Set(selected.map(({ id }) => id));
  const isSelectable = manages && tab !== 'resolved';
  return (
    <>
      <InboxTabs counts={inbox.counts} hasApprovals={hasApprovals} />
      {isSelectable ? (
        <SelectionBar inbox={inbox} />
      ) : (
        <div className="flex shrink-0 justify-end border-b px-4 py-1.5">
          <KindFilter kind={inbox.kind} change={change} />
        </div>
      )}
      <TabsContent
        value={tab}
        className="min-h-0 flex-1 overscroll-contain lg:overflow-y-auto"
        data-inbox-list
      >
        {tab === 'open' && (
          <KioskPhotosRow count={inbox.photoCount} onReview={() => change('dialog', 'photos')} />
        )}
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {items.length === 0 ? (
            <EmptyState
              icon={ShieldCheck}
              title={t(tab === 'resolved' ? 'empty.resolved' : 'empty.open')}
              text={t('empty.text')}
            />
          ) : (
            <ItemList
              label={t(`tab.${tab}`)}
              items={items}
              chosen={chosen?.id ?? null}
              onChoose={(id) => change('item', id)}
              isSelected={isSelectable ? (id) => ticked.has(id) : null}
              onToggle={inbox.toggle}
            />
          )}
        </Loaded>
      </TabsContent>
      {selected.length > 0 && (
        <div className="sticky bottom-0 z-10 border-t bg-surface p-3 lg:hidden">
          <Button
            variant="primary"
            block
            onClick={() =>
              document.getElementById(SELECTION_ID)?.scrollIntoView({ block: 'start' })
            }
          >
            {t('several.decide', { count: selected.length })}
          </Button>
        </div>
      )}
      {manages && items.length > 1 && <KeysBar {...keys} />}
    </>
  );
}
