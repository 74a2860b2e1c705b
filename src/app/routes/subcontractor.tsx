import { LanguageToggle } from '@/features/auth/components/language-toggle';
import { SubcontractorScreen } from '@/features/subcontractor-page/subcontractor-screen';

/** Open to everyone: the link is the permission. */
export function Component() {
  return <SubcontractorScreen languages={<LanguageToggle />} />;
}
