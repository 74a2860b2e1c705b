import { useQuery } from '@tanstack/react-query';
import { Copy, Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useProject } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { linksQuery, type SiteLink } from '@/features/site-sign-in/api/queries';
import { useCreatePoster, useRevokePoster } from '@/features/site-sign-in/api/writes';
import { posterAddress, savePoster } from '@/features/site-sign-in/files/save-poster';
import { copyText } from '@/lib/copy-text';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface PostersCardProps {
  companyId: string;
  projectId: string;
}

/** Posters in use, and a new one. Its code is here once: only its hash is stored. */
export function PostersCard({ companyId, projectId }: PostersCardProps) {
  const { t } = useTranslation('site-sign-in');
  const links = useQuery(linksQuery(companyId, projectId));
  const [isAdding, setIsAdding] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  return (
    <Card>
      <CardHeader
        divided
        title={t('posters.title')}
        description={t('posters.text')}
        action={
          <Button onClick={() => setIsAdding(true)}>
            <Plus aria-hidden="true" />
            {t('posters.new')}
          </Button>
        }
      />
      {token && <NewPoster projectId={projectId} token={token} />}
      <Loaded query={links} skeleton={<ListSkeleton rows={2} />}>
        {(list) =>
          list.length === 0 ? (
            <p className="px-5 py-4 text-muted text-sm">{t('posters.empty')}</p>
          ) : (
            <ul className="divide-y">
              {list.map((link) => (
                <PosterRow key={link.id} link={link} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <PosterDialog projectId={projectId} onMade={setToken} onClose={() => setIsAdding(false)} />
      )}
    </Card>
  );
}

function NewPoster({ projectId, token }: { projectId: string; token: string }) {
  const { t } = useTranslation('site-sign-in');
  const project = useProject(projectId)?.name ?? '';
  const company = useViewer().company?.name ?? '';
  const address = posterAddress(token);
  const save = useWrite({ send: () => savePoster({ project, company, address }) });
  return (
    <div className="border-b p-4">
      <Notice tone="success" title={t('posters.readyTitle')}>
        <p>{t('posters.readyText')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
            <Download aria-hidden="true" />
            {t('posters.download')}
          </Button>
          <Button onClick={() => void copyText(address, t('posters.copied'))}>
            <Copy aria-hidden="true" />
            {t('posters.copy')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function PosterRow({ link }: { link: SiteLink }) {
  const { t } = useTranslation('site-sign-in');
  const format = useFormat();
  const revoke = useRevokePoster();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-3 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="truncate font-[550]">{link.label || t('posters.unnamed')}</p>
        <p className="text-muted">
          {t('posters.made', { date: format.dateOfInstant(link.created_at) })}
        </p>
      </div>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {t('posters.revoke')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setIsAsking}
          title={t('posters.revokeTitle')}
          description={t('posters.revokeText')}
          confirmLabel={t('posters.revoke')}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(link.id, { onSuccess: () => setIsAsking(false) })}
        />
      )}
    </li>
  );
}

interface PosterDialogProps {
  projectId: string;
  onMade: (token: string) => void;
  onClose: () => void;
}

function PosterDialog({ projectId, onMade, onClose }: PosterDialogProps) {
  const { t } = useTranslation('site-sign-in');
  const create = useCreatePoster(projectId);
  const form = useForm({
    initial: { label: '' },
    submit: ({ label }) => create.mutateAsync(label.trim()),
    done: ({ token }) => {
      onMade(token);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('posters.new')}
      save={t('posters.create')}
      onClose={onClose}
    >
      <Field label={t('posters.label')} hint={t('posters.labelHint')} optional>
        <Input {...form.text('label')} maxLength={100} autoFocus />
      </Field>
    </FormDialog>
  );
}
