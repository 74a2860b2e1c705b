import { CloudOff } from 'lucide-react';
import { type ComponentType, useSyncExternalStore } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { PageTitle } from '@/components/shared/page-title';
import type { LatePart } from '@/lib/late-part';
import { useTranslation } from '@/lib/use-translation';

function MissingScreen() {
  const { t } = useTranslation('common');
  return (
    <div role="status">
      <PageTitle title={t('late.title')} />
      <EmptyState icon={CloudOff} title={t('late.title')} text={t('late.text')} />
    </div>
  );
}

/** Stands where a screen will, and becomes it. */
export function lateScreen(part: LatePart<{ Component: ComponentType }>): ComponentType {
  return function LateScreen() {
    const Screen = useSyncExternalStore(part.subscribe, part.current)?.Component;
    return Screen ? <Screen /> : <MissingScreen />;
  };
}
