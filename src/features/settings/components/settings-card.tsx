import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';

export interface SettingsCardProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function SettingsCard({ title, text, children }: SettingsCardProps) {
  return (
    <Card className="mb-4 max-w-3xl">
      <CardHeader title={title} description={text} divided />
      <CardBody>{children}</CardBody>
    </Card>
  );
}
