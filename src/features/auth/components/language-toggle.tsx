import { Button } from '@/components/ui/button';
import { changeLanguage } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';

/** Offers the other language, in that language. */
export function LanguageToggle() {
  const { language } = useTranslation();
  const other = language === 'es' ? 'en' : 'es';
  return (
    <Button variant="ghost" size="small" lang={other} onClick={() => void changeLanguage(other)}>
      {other === 'es' ? 'Español' : 'English'}
    </Button>
  );
}
