import { LanguageToggle } from '@/features/auth/components/language-toggle';
import { PortalScreen } from '@/features/portal/portal-screen';
import { loadCode } from '@/lib/load-code';

/** Open to everyone: the link is the permission. */
export function Component() {
  return (
    <PortalScreen
      languages={<LanguageToggle />}
      makePdf={async (record) => {
        const { wh347Pdf } = await loadCode(
          () => import('@/features/public-work/report/files/wh347-pdf'),
        );
        return wh347Pdf(record, { layout: '2025', paper: 'letter' });
      }}
    />
  );
}
