import { UserRoundPlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

/** Below the people of the company, where visitors sign in at this tablet. */
export function SiteVisitButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('site-visit');
  return (
    <Button size="large" block className="mt-5" onClick={onPress}>
      <UserRoundPlus aria-hidden="true" />
      {t('kiosk.button')}
    </Button>
  );
}
