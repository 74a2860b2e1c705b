import { LanguageToggle } from '@/features/auth/components/language-toggle';
import { SitePageScreen } from '@/features/site-page/site-page-screen';

/** Open to everyone: the link on the poster is the permission. */
export function Component() {
  return <SitePageScreen languages={<LanguageToggle />} />;
}
