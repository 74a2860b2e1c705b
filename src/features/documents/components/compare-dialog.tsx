import { useState } from 'react';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Select } from '@/components/ui/select';
import type { Document } from '@/features/documents/api/queries';
import { FileView } from '@/features/documents/components/file-view';
import { useTranslation } from '@/lib/use-translation';

/** Two versions side by side, on a phone one above the other. */
export default function CompareDialog({
  document,
  onClose,
}: {
  document: Document;
  onClose: () => void;
}) {
  const { t } = useTranslation('documents');
  const { versions } = document;
  const [sides, setSides] = useState([versions[1]?.id, versions[0]?.id]);
  const options = versions.map(({ id, version, superseded_at }) => ({
    value: id,
    label: `${t('version', { version })} · ${t(superseded_at ? 'versions.superseded' : 'versions.current')}`,
  }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('compare.title', { name: document.name })}
        width="large"
        onTop
        className="h-[92dvh] sm:max-w-[94vw]!"
      >
        <DialogBody className="grid content-start gap-4 bg-sunken md:grid-cols-2">
          {sides.map((id, index) => {
            const version = versions.find((each) => each.id === id);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: left and right stay in place
              <section key={index} className="grid min-w-0 content-start gap-3">
                <Select
                  aria-label={t(index === 0 ? 'compare.left' : 'compare.right')}
                  value={id}
                  options={options}
                  onValueChange={(next) =>
                    setSides(sides.map((each, at) => (at === index ? next : each)))
                  }
                />
                {version && <FileView key={version.id} version={version} name={document.name} />}
              </section>
            );
          })}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
