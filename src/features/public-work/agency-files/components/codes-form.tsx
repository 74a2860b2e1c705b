import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSaveCodes } from '@/features/public-work/agency-files/api/writes';
import type { ReportFormat } from '@/features/public-work/report/files/formats';
import type { PortalCodes } from '@/features/public-work/report/files/portal-input';
import { useTranslation } from '@/lib/use-translation';

interface CodesFormProps {
  format: ReportFormat;
  projectId: string;
  classes: readonly string[];
  stored: PortalCodes;
}

const key = (classification: string, name: string): string => `${classification}\n${name}`;

/** What the portal calls the project's classes: typed once, there again next week. */
export function CodesForm({ format, projectId, classes, stored }: CodesFormProps) {
  const { t } = useTranslation(['agency-files', 'common']);
  const { projectCodes, classCodes } = format.needs;
  const save = useSaveCodes(useViewer().company?.id ?? '', projectId, format.portal);
  const asked = [
    ...projectCodes.map((name) => ({ classification: '', name, needed: false })),
    ...classes.flatMap((classification) =>
      classCodes.map(({ name, needed }) => ({ classification, name, needed })),
    ),
  ];
  const form = useForm({
    initial: Object.fromEntries(
      asked.map(({ classification, name }) => [
        key(classification, name),
        stored[classification]?.[name] ?? '',
      ]),
    ) as Record<string, string>,
    read: (values) => {
      const next: Record<string, Record<string, string>> = {};
      for (const { classification, name } of asked) {
        const own = next[classification] ?? { ...stored[classification] };
        next[classification] = own;
        const typed = values[key(classification, name)]?.trim() ?? '';
        if (typed) own[name] = typed;
        else delete own[name];
      }
      return next;
    },
    submit: (codes) => save.mutateAsync(codes),
    done: () => form.reset(form.values),
  });
  return (
    <section className="grid gap-2" aria-label={t('codes.title')}>
      <h3 className="font-[620]">{t('codes.title')}</h3>
      <p className="text-muted text-sm">{t(`codes.text.${format.portal}`)}</p>
      <Form form={form} className="grid gap-3">
        {['', ...classes].map((classification) => {
          const own = asked.filter((one) => one.classification === classification);
          if (own.length === 0) return null;
          return (
            <fieldset key={classification} className="grid gap-2 sm:grid-cols-2">
              <legend className="mb-1 font-[550] text-sm">
                {classification || t('codes.project')}
              </legend>
              {own.map(({ name, needed }) => (
                <Field
                  key={name}
                  label={t(`code.${name as 'trade'}`)}
                  {...(needed ? {} : { optional: true })}
                >
                  <Input {...form.text(key(classification, name))} maxLength={300} />
                </Field>
              ))}
            </fieldset>
          );
        })}
        <div>
          <Button type="submit" size="small" busy={form.busy} disabled={!form.dirty}>
            {t('codes.save')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
