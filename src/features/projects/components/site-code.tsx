import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { MissingPart } from '@/components/shared/missing-part';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import type { Project } from '@/features/projects/api/queries';
import { loadCode } from '@/lib/load-code';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

/** Opens My Status with the project, and the code if one is named, chosen. It gives no rights. */
const addressOf = (projectId: string, costCodeId: string | null): string =>
  `${window.location.origin}/my-status?project=${projectId}${costCodeId ? `&code=${costCodeId}` : ''}`;

const pictureQuery = (address: string) => ({
  queryKey: [queryKeys.drawn, 'site-code', address],
  queryFn: async () => {
    const { qrPicture } = await loadCode(() => import('@/lib/qr-picture'));
    return qrPicture(address);
  },
});

/** A code to hang up at the gate; with a cost code, one for each kind of work. */
export function SiteCode({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const code = useCostCodeOptions().data?.find(({ id }) => id === costCodeId);
  const { data: picture, isError } = useQuery(pictureQuery(addressOf(project.id, costCodeId)));
  const sheet = (
    <figure className="mx-auto flex w-full max-w-72 flex-col items-center rounded-card border bg-white p-4 text-center text-black">
      {picture && <img src={picture} alt="" className="w-full" />}
      <figcaption>
        <span className="block font-bold text-lg">{project.name}</span>
        {code && <span className="block text-sm">{`${code.code} ${code.name}`}</span>}
        <span className="mt-1 block text-sm">{t('siteCode.scan')}</span>
      </figcaption>
    </figure>
  );
  return (
    <div className="grid gap-4">
      <p className="text-muted text-sm">{t('siteCode.text')}</p>
      <Field label={t('common:costCode.label')} optional>
        <CostCodePicker
          projectId={project.id}
          value={costCodeId}
          clearLabel={t('siteCode.anyCode')}
          onValueChange={setCostCodeId}
        />
      </Field>
      {isError ? <MissingPart /> : sheet}
      <Button
        variant="primary"
        className="justify-self-center"
        disabled={!picture}
        onClick={() => window.print()}
      >
        {t('common:action.print')}
      </Button>
      {createPortal(<section data-print="sheet">{sheet}</section>, document.body)}
    </div>
  );
}
