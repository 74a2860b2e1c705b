import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { type CompanyRole, companyRolesQuery } from '@/entities/company-role/company-roles-query';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { type Group, groupsQuery, useDeleteGroup } from '@/features/company-roles/api/groups';
import { useDeleteRole } from '@/features/company-roles/api/roles';
import { GroupDialog } from '@/features/company-roles/group-dialog';
import { RoleDialog } from '@/features/company-roles/role-dialog';
import { WhatWouldSee } from '@/features/company-roles/what-would-see';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

type Opened =
  | { kind: 'role'; role: CompanyRole | null }
  | { kind: 'group'; group: Group | null }
  | { kind: 'delete-role'; role: CompanyRole }
  | { kind: 'delete-group'; group: Group };

/** Roles of the company's own for owners, groups of people, and what a person would see. */
export function CompanyRolesCard() {
  const { t } = useTranslation(['company-roles', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const isOwner = useEmployee()?.role === 'owner';
  const format = useFormat();
  const roles = useQuery(companyRolesQuery(companyId));
  const groups = useQuery(groupsQuery(companyId));
  const { data: people = [] } = useEmployeeOptions();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const nameOf = (id: string) => {
    const person = people.find((one) => one.id === id);
    return person ? employeeName(person) : '–';
  };
  const groupOf = ({ group_id }: CompanyRole) =>
    groups.data?.find(({ id }) => id === group_id)?.name ?? '';
  const summary = (role: CompanyRole) =>
    t('role.summary', {
      base: t(`common:role.${role.base}`),
      scope: role.scope === 'group' ? groupOf(role) : t(`scope.${role.scope}`),
      rights: format.list(role.rights.map((right) => t(`right.${right}`))),
    });
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <div className="grid gap-6">
        <Part
          title={t('role.list')}
          add={
            isOwner && { label: t('role.add'), open: () => setOpened({ kind: 'role', role: null }) }
          }
        >
          <Loaded query={roles} skeleton={<ListSkeleton rows={2} />}>
            {(list) => (
              <Rows
                none={t('role.none')}
                rows={list.map((role) => ({
                  id: role.id,
                  name: role.name,
                  text: summary(role),
                  edit: isOwner ? () => setOpened({ kind: 'role', role }) : undefined,
                  remove: isOwner ? () => setOpened({ kind: 'delete-role', role }) : undefined,
                }))}
              />
            )}
          </Loaded>
        </Part>
        <Part
          title={t('group.list')}
          add={{ label: t('group.new'), open: () => setOpened({ kind: 'group', group: null }) }}
        >
          <Loaded query={groups} skeleton={<ListSkeleton rows={2} />}>
            {(list) => (
              <Rows
                none={t('group.none')}
                rows={list.map((group) => ({
                  id: group.id,
                  name: group.name,
                  text: t('group.count', { count: group.people.length }),
                  edit: () => setOpened({ kind: 'group', group }),
                  remove: () => setOpened({ kind: 'delete-group', group }),
                }))}
              />
            )}
          </Loaded>
        </Part>
        {(roles.data?.length ?? 0) > 0 && <WhatWouldSee nameOf={nameOf} />}
      </div>
      {opened?.kind === 'role' && (
        <RoleDialog
          companyId={companyId}
          role={opened.role}
          groups={groups.data ?? []}
          onClose={close}
        />
      )}
      {opened?.kind === 'group' && (
        <GroupDialog companyId={companyId} group={opened.group} nameOf={nameOf} onClose={close} />
      )}
      <Deletions companyId={companyId} opened={opened} onClose={close} />
    </SettingsCard>
  );
}

interface PartProps {
  title: string;
  add: { label: string; open: () => void } | false;
  children: ReactNode;
}

function Part({ title, add, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-[600]">{title}</h3>
        {add && (
          <Button size="small" onClick={add.open}>
            <Plus aria-hidden="true" />
            {add.label}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

interface RowsProps {
  none: string;
  rows: readonly {
    id: string;
    name: string;
    text: string;
    edit: (() => void) | undefined;
    remove: (() => void) | undefined;
  }[];
}

function Rows({ none, rows }: RowsProps) {
  const { t } = useTranslation(['company-roles', 'common']);
  if (rows.length === 0) return <p className="text-muted text-sm">{none}</p>;
  return (
    <ul className="divide-y">
      {rows.map(({ id, name, text, edit, remove }) => (
        <li key={id} className="flex flex-wrap items-center gap-2 py-2">
          <div className="min-w-48 flex-1">
            <p className="font-[550]">{name}</p>
            <p className="text-muted wrap-anywhere text-sm">{text}</p>
          </div>
          {edit && (
            <Button size="small" aria-label={t('editNamed', { name })} onClick={edit}>
              {t('common:action.edit')}
            </Button>
          )}
          {remove && (
            <Button size="small" aria-label={t('deleteNamed', { name })} onClick={remove}>
              {t('common:action.delete')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface DeletionsProps {
  companyId: string;
  opened: Opened | null;
  onClose: () => void;
}

function Deletions({ companyId, opened, onClose }: DeletionsProps) {
  const { t } = useTranslation(['company-roles', 'common']);
  const deleteRole = useDeleteRole(companyId);
  const deleteGroup = useDeleteGroup(companyId);
  if (opened?.kind !== 'delete-role' && opened?.kind !== 'delete-group') return null;
  const [remove, { id, name }] =
    opened.kind === 'delete-role' ? [deleteRole, opened.role] : [deleteGroup, opened.group];
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('deleteQuestion', { name })}
      confirmLabel={t('common:action.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
    />
  );
}
