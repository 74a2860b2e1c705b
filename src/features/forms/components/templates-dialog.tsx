import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SearchInput } from '@/components/shared/search-input';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Select } from '@/components/ui/select';
import {
  FORM_CATEGORIES,
  type FormCategory,
  type FormTemplate,
} from '@/entities/form/form-definition';
import type { Form } from '@/features/forms/api/queries';
import { useAddTemplates } from '@/features/forms/api/writes';
import { FormPreview } from '@/features/forms/components/form-preview';
import { loadTemplates } from '@/features/forms/templates/load-templates';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

const CATEGORIES = FORM_CATEGORIES.filter((category) => category !== 'other');

interface TemplatesDialogProps {
  /** What the company has already. */
  forms: readonly Form[];
  onClose: () => void;
}

/** Templates that ship with the product, category by category, each to be read before it is added. */
export default function TemplatesDialog({ forms, onClose }: TemplatesDialogProps) {
  const { t, language } = useTranslation('forms');
  const [category, setCategory] = useState<FormCategory>('equipment_check');
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const add = useAddTemplates();
  const templates = useQuery({
    queryKey: [queryKeys.forms, 'templates', category],
    queryFn: () => loadTemplates(category),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const added = new Set(forms.map(({ template_id }) => template_id));
  const wanted = search.trim().toLowerCase();
  const matches = ({ name }: FormTemplate) => name[language].toLowerCase().includes(wanted);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('templates.title')} description={t('templates.text')}>
        <DialogBody className="grid gap-4">
          <div className="grid gap-3 sm:grid-cols-2">
            <Select
              aria-label={t('templates.category')}
              value={category}
              onValueChange={setCategory}
              options={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
            />
            <SearchInput label={t('templates.search')} value={search} onValueChange={setSearch} />
          </div>
          <Loaded query={templates} skeleton={<ListSkeleton />}>
            {(list) => (
              <>
                {category === 'toolbox_talk' && forms.every(({ series }) => !series) && (
                  <div className="grid gap-2 rounded-small bg-sunken p-3">
                    <p className="text-sm">{t('templates.seriesText')}</p>
                    <Button
                      busy={add.isPending}
                      onClick={() => add.mutate({ templates: list, inOrder: true })}
                    >
                      {t('templates.series', { count: list.length })}
                    </Button>
                  </div>
                )}
                <ul className="divide-y">
                  {list.filter(matches).map((template) => (
                    <li key={template.id} className="grid gap-3 py-3">
                      <div className="flex items-center gap-3">
                        <span className="min-w-0 flex-1">
                          <Button
                            variant="link"
                            size="inline"
                            className="text-left font-[550]"
                            aria-expanded={opened === template.id}
                            onClick={() => setOpened(opened === template.id ? null : template.id)}
                          >
                            {template.name[language]}
                          </Button>
                          <span className="block text-muted text-xs">
                            {template.source[language]}
                          </span>
                        </span>
                        <Button
                          size="small"
                          disabled={added.has(template.id) || add.isPending}
                          aria-label={`${t('templates.add')}: ${template.name[language]}`}
                          onClick={() => add.mutate({ templates: [template], inOrder: false })}
                        >
                          {t(added.has(template.id) ? 'templates.added' : 'templates.add')}
                        </Button>
                      </div>
                      {opened === template.id && (
                        <FormPreview name={template.name} definition={template.definition} />
                      )}
                    </li>
                  ))}
                </ul>
                {!list.some(matches) && <p className="text-muted">{t('templates.none')}</p>}
              </>
            )}
          </Loaded>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
