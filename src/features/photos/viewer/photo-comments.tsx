import { useQuery } from '@tanstack/react-query';
import { CommentThread } from '@/components/shared/comment-thread';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useAddPhotoComment } from '@/features/photos/api/change-photos';
import { photoCommentsQuery } from '@/features/photos/api/queries';

export function PhotoComments({ photoId }: { photoId: string }) {
  const employee = useEmployee();
  const comments = useQuery({
    ...photoCommentsQuery(photoId),
    select: (rows) => rows.map((row) => ({ ...row, author: row.employee_name ?? '?' })),
  });
  const add = useAddPhotoComment();
  const send = (body: string, onSuccess: () => void) => {
    if (!employee) return;
    add.mutate({ photo_id: photoId, employee_id: employee.id, body }, { onSuccess });
  };
  return <CommentThread comments={comments} isSending={add.isPending} onSend={send} />;
}
