import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Kbd } from '@/components/ui/kbd';
import { Select } from '@/components/ui/select';
import { TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { KINDS } from '@/features/verification/api/queries';
import { ItemList } from '@/features/verification/components/item-list';
import { KioskPhotosRow } from '@/features/verification/components/kiosk-photos-row';
import { type Inbox, TABS } from '@/features/verification/use-inbox';

function InboxTabs({ counts }: Pick<Inbox, 'counts'>) {
  const { t } = useTranslation('verification');
  const manages = useIsPrivileged();
  return (
    <TabsList>
      {TABS.filter((value) => manages || value !== 'mine').map((value) => (
        <TabsTrigger key={value} value={value}>
          {t(`tab.${value}`)}{' '}
          {counts && value === 'open' && <Badge tone="attention">{counts.open}</Badge>}
          {counts && value === 'mine' && <Badge>{counts.mine}</Badge>}
        </TabsTrigger>
      ))}
    </TabsList>
  );
}

function KindFilter({ kind, change }: Pick<Inbox, 'kind' | 'change'>) {
  const { t } = useTranslation('verification');
  return (
    <div className="border-b px-4 py-2">
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
    </div>
  );
}

/** The left half of the inbox: what there is, by tab and kind. */
export function InboxList({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation('verification');
  const manages = useIsPrivileged();
  const { query, tab, items, chosen, change } = inbox;
  return (
    <>
      <InboxTabs counts={inbox.counts} />
      {tab === 'open' && (
        <KioskPhotosRow count={inbox.photoCount} onReview={() => change('dialog', 'photos')} />
      )}
      <KindFilter kind={inbox.kind} change={change} />
      <TabsContent value={tab}>
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
            />
          )}
          {manages && items.length > 1 && (
            <p className="flex items-center gap-1.5 border-t px-4 py-3 text-muted text-xs max-lg:hidden">
              <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.move')} <Kbd>A</Kbd> {t('keys.accept')}
            </p>
          )}
        </Loaded>
      </TabsContent>
    </>
  );
}
