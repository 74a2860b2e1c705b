import { Form } from '@/components/form/form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { useVisitForm } from '@/entities/site-visit/use-visit-form';
import { useSiteRules, VisitFields } from '@/entities/site-visit/visit-fields';
import type { SitePage } from '@/features/site-page/api/own-visit';
import type { useOwnVisit } from '@/features/site-page/use-own-visit';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

interface SignInCardProps {
  page: SitePage;
  own: ReturnType<typeof useOwnVisit>;
}

/** The form of the poster, filled in with what this phone remembers. */
export function SignInCard({ page, own }: SignInCardProps) {
  const { t } = useTranslation('site-visit');
  const { person, refused } = own;
  const rules = useSiteRules(page);
  const form = useVisitForm({ known: person ?? undefined, rules, submit: own.signIn });
  return (
    <Card>
      <CardBody>
        <Form form={form} discardable className="grid gap-4 sm:grid-cols-2">
          {refused !== null && (
            <Notice tone="danger" title={t('page.refused')} className="col-span-full">
              {refused === 'revoked' || refused === 'unknown'
                ? t(`page.${refused}Text`)
                : t('page.refusedText', { why: errorText(refused) })}
            </Notice>
          )}
          {person && refused === null ? (
            <div className="col-span-full flex flex-wrap items-center justify-between gap-2">
              <p className="font-[620] text-md">{t('page.welcomeBack', { name: person.name })}</p>
              <Button variant="ghost" size="small" onClick={() => void own.clear(true)}>
                {t('page.notYou')}
              </Button>
            </div>
          ) : (
            <p className="col-span-full text-muted text-sm">{t('page.intro')}</p>
          )}
          <VisitFields form={form} rules={rules} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            block
            busy={form.busy}
            className="col-span-full"
          >
            {t('signIn')}
          </Button>
        </Form>
      </CardBody>
    </Card>
  );
}
