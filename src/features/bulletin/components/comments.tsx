import { useQuery } from '@tanstack/react-query';
import { CommentThread } from '@/components/shared/comment-thread';
import { employeeName } from '@/entities/employee/employees-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useAddComment } from '@/features/bulletin/api/add-comment';
import { commentsQuery } from '@/features/bulletin/api/queries';

export function Comments({ bulletinId }: { bulletinId: string }) {
  const employee = useEmployee();
  const comments = useQuery({
    ...commentsQuery(bulletinId),
    select: (rows) => rows.map((row) => ({ ...row, author: employeeName(row) })),
  });
  const add = useAddComment();
  const send = (body: string, onSuccess: () => void) => {
    if (!employee) return;
    const { company_id: companyId, id: employeeId } = employee;
    add.mutate({ bulletinId, companyId, employeeId, body }, { onSuccess });
  };
  return (
    <div className="mt-5">
      <CommentThread comments={comments} isSending={add.isPending} onSend={send} />
    </div>
  );
}
