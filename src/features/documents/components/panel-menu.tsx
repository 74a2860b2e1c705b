import { MoreHorizontal, Pencil, Pin, PinOff, Trash2, Upload } from 'lucide-react';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useTranslation } from '@/lib/use-translation';

export interface PanelActions {
  onPin: (pinned: boolean) => void;
  /** Null: not the viewer's to do. */
  onEdit: (() => void) | null;
  onNewVersion: (() => void) | null;
  onDelete: (() => void) | null;
}

/** What else can be done with a document. */
export function PanelMenu({ pinned, ...on }: PanelActions & { pinned: boolean }) {
  const { t } = useTranslation(['documents', 'common']);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" aria-label={t('document.more')}>
          <MoreHorizontal aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {on.onNewVersion && (
          <DropdownMenuItem onSelect={on.onNewVersion}>
            <Upload aria-hidden="true" />
            {t('versions.new')}
          </DropdownMenuItem>
        )}
        {on.onEdit && (
          <DropdownMenuItem onSelect={on.onEdit}>
            <Pencil aria-hidden="true" />
            {t('common:action.edit')}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => on.onPin(!pinned)}>
          {pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          {t(pinned ? 'pin.remove' : 'pin.add')}
        </DropdownMenuItem>
        {on.onDelete && (
          <DropdownMenuItem tone="danger" onSelect={on.onDelete}>
            <Trash2 aria-hidden="true" />
            {t('common:action.delete')}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
