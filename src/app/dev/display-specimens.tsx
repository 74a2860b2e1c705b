import { FolderClosed } from 'lucide-react';
import { useState } from 'react';
import { Specimen } from '@/app/dev/specimen';
import { Avatar } from '@/components/shared/avatar';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import {
  CardGridSkeleton,
  ListSkeleton,
  StatCardsSkeleton,
  TableSkeleton,
} from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { StatCard, StatCards } from '@/components/shared/stat-card';
import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogTrigger,
} from '@/components/ui/dialog';
import { Progress } from '@/components/ui/progress';
import { AppError } from '@/lib/errors';
import { toast } from '@/lib/toast';

const tones = ['neutral', 'primary', 'running', 'attention', 'success', 'danger'] as const;
const dots = ['running', 'attention', 'success', 'danger', 'primary', 'idle'] as const;
const notices = ['info', 'success', 'attention', 'danger'] as const;

function SmallPieces() {
  return (
    <Specimen name="Badges, dots, avatars">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      {dots.map((tone) => (
        <StatusDot key={tone} tone={tone} label={tone} />
      ))}
      <ColorSwatch color="#3b82f6" />
      <Avatar name="Maria Reyes" size="small" />
      <Avatar name="Amir Khan" />
      <Avatar name="Jo" size="large" />
      <Progress value={72} label="Progress" className="w-32" />
    </Specimen>
  );
}

function Overlays() {
  const [asking, setAsking] = useState(false);
  return (
    <Specimen name="Dialogs and toasts">
      <Dialog>
        <DialogTrigger asChild>
          <Button>Open dialog</Button>
        </DialogTrigger>
        <DialogContent title="Add Time Entry" description="Times can be typed loosely.">
          <DialogBody>Content</DialogBody>
          <DialogFooter>
            <Button>Cancel</Button>
            <Button variant="primary">Save</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <Button onClick={() => setAsking(true)}>Ask</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete the entry of Nov 14, 6:55 AM?"
        description="It can be restored from the history."
        confirmLabel="Delete"
        onConfirm={() => setAsking(false)}
      />
      <Button onClick={() => toast.success('Timer started')}>Success toast</Button>
      <Button onClick={() => toast.error('Error', { description: 'Could not stop the timer.' })}>
        Failure toast
      </Button>
    </Specimen>
  );
}

export function DisplaySpecimens() {
  return (
    <>
      <SmallPieces />
      <Specimen name="Stat cards">
        <div className="w-full">
          <StatCards>
            <StatCard
              label="Hours Today"
              value="61:24"
              detail="4:10 from yesterday"
              trend="up"
              tone="good"
            />
            <StatCard
              label="Hours This Week"
              value="286:05"
              detail="6:30 less"
              trend="down"
              tone="bad"
            />
            <StatCard label="Active Projects" value="6" detail="no change" to="/projects" />
            <StatCard label="Earnings" value="$19,884.12" />
          </StatCards>
        </div>
      </Specimen>
      <Specimen name="Notices">
        {notices.map((tone) => (
          <Notice key={tone} tone={tone} title={tone} className="w-72">
            Something to know.
          </Notice>
        ))}
      </Specimen>
      <Overlays />
      <Specimen name="Empty, error, loading">
        <Card className="w-full max-w-md">
          <CardHeader title="Empty" divided />
          <EmptyState
            icon={FolderClosed}
            title="No Projects Found"
            text="Try another word or status."
            action={<Button variant="primary">New Project</Button>}
          />
        </Card>
        <Card className="w-full max-w-md">
          <CardHeader title="Error" divided />
          <ErrorState error={new AppError('offline')} onRetry={() => undefined} />
        </Card>
        <Card className="w-full max-w-md">
          <CardHeader title="Loading" description="In the shape of the content" divided />
          <TableSkeleton rows={3} />
        </Card>
        <Card className="w-full max-w-md">
          <ListSkeleton rows={3} />
          <CardBody>
            <CardGridSkeleton count={1} />
          </CardBody>
        </Card>
        <div className="w-full">
          <StatCardsSkeleton />
        </div>
      </Specimen>
    </>
  );
}
