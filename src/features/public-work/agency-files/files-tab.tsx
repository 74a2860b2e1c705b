import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FileTemplate } from '@/entities/file-template/template';
import { useViewer } from '@/entities/viewer/use-viewer';
import { templatesQuery } from '@/features/public-work/agency-files/api/queries';
import { TemplateList } from '@/features/public-work/agency-files/components/template-list';
import { TemplateEditor } from '@/features/public-work/agency-files/template-editor';
import { readTemplate } from '@/features/public-work/report/files/template/template';

/** How agencies want their files. */
export function FilesTab() {
  const companyId = useViewer().company?.id ?? '';
  const templates = useQuery(templatesQuery(companyId)).data ?? [];
  const [params, setParams] = useSearchParams();
  const [fresh, setFresh] = useState<FileTemplate | null>(null);
  const asked = params.get('template');
  const stored = templates.find(({ id }) => id === asked) ?? null;
  const start = asked === 'new' ? fresh : stored && readTemplate(stored.content).template;
  const open = (template: string | null) =>
    setParams(template ? { tab: 'files', template } : { tab: 'files' });
  if (start) {
    return <TemplateEditor key={asked} start={start} stored={stored} onClose={() => open(null)} />;
  }
  return (
    <TemplateList
      onEdit={open}
      onNew={(template) => {
        setFresh(template);
        open('new');
      }}
    />
  );
}
