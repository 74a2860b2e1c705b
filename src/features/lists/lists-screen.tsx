import { List } from 'lucide-react';
import { EmptyState } from '@/components/shared/empty-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card } from '@/components/ui/card';
import { useMayEverywhere } from '@/entities/viewer/use-viewer';
import { definitionOf } from '@/features/lists/definitions';
import { ListWorkspace } from '@/features/lists/list-workspace';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

/** Every master list in one place. */
export function ListsScreen() {
  const { t } = useTranslation('lists');
  const [params] = useAddressParams();
  const definition = definitionOf(params.get('list'));
  if (useMayEverywhere('manage_lists'))
    return <ListWorkspace key={definition.name} definition={definition} />;
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState icon={List} title={t('managersOnly')} text={t('managersOnlyText')} />
      </Card>
    </>
  );
}
