import { ControlSpecimens } from '@/app/dev/control-specimens';
import { DisplaySpecimens } from '@/app/dev/display-specimens';
import { TableSpecimens } from '@/app/dev/table-specimens';
import { PageHeader } from '@/components/shared/page-header';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { setTheme, useTheme } from '@/lib/theme';

/** Every piece in every state; in development only, and therefore in English only. */
export function ComponentGallery() {
  const theme = useTheme();
  return (
    <main className="mx-auto max-w-[1240px] px-4 py-8">
      <Wordmark size="large" className="mb-6" />
      <PageHeader
        title="Components"
        description="Every piece in every state"
        actions={
          <Button onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
            Change theme
          </Button>
        }
      />
      <ControlSpecimens />
      <DisplaySpecimens />
      <TableSpecimens />
    </main>
  );
}
