import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { changeLanguage } from '@/lib/i18n';

/** Offers the other language, in that language. */
export function LanguageToggle() {
  const { i18n } = useTranslation();
  const other = i18n.language === 'es' ? 'en' : 'es';
  return (
    <Button variant="ghost" size="small" lang={other} onClick={() => void changeLanguage(other)}>
      {other === 'es' ? 'Español' : 'English'}
    </Button>
  );
}
