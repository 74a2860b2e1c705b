import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageTitle } from '@/components/shared/page-title';
import { Wordmark } from '@/components/shared/wordmark';
import {
  type Content,
  type MessageLink,
  messageLinkQuery,
  type Refusal,
} from '@/features/message-links/api/message-link';
import { LinkContent } from '@/features/message-links/components/link-content';
import { LinkRefused } from '@/features/message-links/components/link-refused';
import { ProofForm } from '@/features/message-links/components/proof-form';
import { showLanguage } from '@/lib/i18n';
import { storedLanguage } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';

/** What a message asked for, for one person: proof that it is them, the thing itself, the answer. */
export function MessageLinkScreen() {
  const { t } = useTranslation('message-link');
  const { code = '' } = useParams();
  const link = useQuery(messageLinkQuery(code));
  const title = t(`title.${link.data?.purpose ?? 'none'}`);
  return (
    <div className="grid gap-5">
      <PageTitle title={title} />
      <div>
        <Wordmark size="large" className="mb-7" />
        <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
          {title}
        </h1>
        {link.data?.company_name && (
          <p className="mt-1 text-muted">{t('from', { company: link.data.company_name })}</p>
        )}
      </div>
      <Loaded query={link} skeleton={<ListSkeleton />}>
        {(found) => <Steps code={code} link={found} />}
      </Loaded>
    </div>
  );
}

interface Opened {
  pass: string;
  content: Content;
}

function Steps({ code, link }: { code: string; link: MessageLink }) {
  const [opened, setOpened] = useState<Opened>();
  const [refusal, setRefusal] = useState<Refusal | null>(link.state === 'open' ? null : link.state);
  const { language } = link;
  useEffect(() => {
    // Theirs, unless somebody chose another on this device.
    if (language && !storedLanguage()) void showLanguage(language);
  }, [language]);

  if (link.path && link.state === 'open') return <Navigate to={link.path} replace />;
  if (refusal) return <LinkRefused reason={refusal} />;
  if (!opened) {
    return (
      <ProofForm
        code={code}
        link={link}
        onRefused={setRefusal}
        onOpened={(pass, content) => (content ? setOpened({ pass, content }) : setRefusal('gone'))}
      />
    );
  }
  return (
    <LinkContent
      code={code}
      pass={opened.pass}
      purpose={link.purpose ?? 'timesheet'}
      content={opened.content}
      onRefused={setRefusal}
    />
  );
}
