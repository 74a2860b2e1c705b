import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { SearchInput } from '@/components/shared/search-input';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

export interface ScreenActionsProps {
  search: string;
  onSearch: (words: string) => void;
  /** Null: not the viewer's to do. */
  onNewFolder: (() => void) | null;
  onFiles: ((files: readonly File[]) => void) | null;
}

export function ScreenActions({ search, onSearch, onNewFolder, onFiles }: ScreenActionsProps) {
  const { t } = useTranslation('documents');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <SearchInput label={t('search')} value={search} onValueChange={onSearch} />
      {onNewFolder && <Button onClick={onNewFolder}>{t('folder.new')}</Button>}
      {onFiles && (
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('upload.choose')}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button variant="primary" onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" />
            {t('upload.button')}
          </Button>
        </>
      )}
    </>
  );
}
