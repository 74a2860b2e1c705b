import type { ReactNode } from 'react';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

interface RoleHoursProps {
  own: ReactNode;
  others: ReactNode;
}

/** For whom a role of the company's own pays or approves others: own hours first, theirs beside them. */
export function RoleHours({ own, others }: RoleHoursProps) {
  const { t } = useTranslation('payroll');
  const [params, change] = useAddressParams();
  const of = params.get('of') === 'others' ? 'others' : 'own';
  return (
    <Tabs value={of} onValueChange={(next) => change('of', next === 'others' ? next : null)}>
      <TabsList className="mb-4 px-0!">
        <TabsTrigger value="own">{t('of.own')}</TabsTrigger>
        <TabsTrigger value="others">{t('of.others')}</TabsTrigger>
      </TabsList>
      <TabsContent value="own">{own}</TabsContent>
      <TabsContent value="others">{others}</TabsContent>
    </Tabs>
  );
}
