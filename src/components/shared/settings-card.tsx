import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { translate } from '@/lib/translation';

export interface SettingsCardProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** The search names a card by the key of its title: `?card=settings:overtime.title`. */
export function SettingsCard({ title, text, children }: SettingsCardProps) {
  const card = useRef<HTMLElement>(null);
  const asked = useSearchParams()[0].get('card');
  const isAsked = asked !== null && translate(asked) === title;
  useEffect(() => {
    if (isAsked) card.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);
  return (
    <Card ref={card} className="mb-4 max-w-3xl scroll-mt-20">
      <CardHeader title={title} description={text} divided />
      <CardBody>{children}</CardBody>
    </Card>
  );
}
