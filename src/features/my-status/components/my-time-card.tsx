import { useSearchParams } from 'react-router';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { DayList } from '@/features/my-status/components/day-list';
import { WeekView } from '@/features/my-status/components/week-view';
import { useTranslation } from '@/lib/use-translation';

const TABS = ['today', 'yesterday', 'week'] as const;
type Tab = (typeof TABS)[number];

/** The tab is in the address, as everywhere. */
export function MyTimeCard() {
  const { t } = useTranslation('my-status');
  const [search, setSearch] = useSearchParams();
  const tab: Tab = TABS.find((name) => name === search.get('period')) ?? 'today';
  const choose = (next: string): void =>
    setSearch(
      (params) => {
        if (next === 'today') params.delete('period');
        else params.set('period', next);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Card aria-label={t('myTime')}>
      <Tabs value={tab} onValueChange={choose}>
        <TabsList aria-label={t('tabs.label')}>
          {TABS.map((name) => (
            <TabsTrigger key={name} value={name}>
              {t(`tabs.${name}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={tab} tabIndex={-1}>
          {tab === 'week' ? <WeekView /> : <DayList period={tab} />}
        </TabsContent>
      </Tabs>
    </Card>
  );
}
