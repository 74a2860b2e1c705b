-- Project Updates: you are added to a project, or its status or deadline changes. People are not told
-- what they did themselves; a project without a team concerns nobody in particular, so nobody is told.
-- What is written outside of any request, as by a seed or a restore, is no news.

create function private.tell_added_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Once a day for each project, as saving a team may take someone out and put them back.
  perform private.notify(r, 'project_updates', 'added ' || a.project_id || ' ' || current_date, 'project_added',
      jsonb_build_object('project_id', a.project_id, 'project_name', p.name, 'client', p.client, 'address', p.address,
        'deadline', to_char(p.deadline, r.date_format)))
    from added a
    join public.projects p on p.company_id = a.company_id and p.id = a.project_id
    join private.notification_recipients r on r.company_id = a.company_id and r.employee_id = a.employee_id
    where auth.role() is not null and r.notify_project_updates and r.user_id is distinct from auth.uid();
  return null;
end $$;
create trigger tell_added_members after insert on public.project_members
  referencing new table as added for each statement execute function private.tell_added_members();

create function private.tell_project_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(r, 'project_updates', 'changed ' || new.id || ' ' || clock_timestamp(), 'project_changed',
      jsonb_build_object('project_id', new.id, 'project_name', new.name,
        'status_' || new.status, new.status <> old.status,
        'deadline', case when new.deadline is distinct from old.deadline then to_char(new.deadline, r.date_format) end,
        'deadline_removed', new.deadline is null and old.deadline is not null))
    from public.project_members m
    join private.notification_recipients r on r.company_id = m.company_id and r.employee_id = m.employee_id
    where m.company_id = new.company_id and m.project_id = new.id
      and auth.role() is not null and r.notify_project_updates and r.user_id is distinct from auth.uid();
  return null;
end $$;
create trigger tell_project_change after update on public.projects
  for each row when ((old.status, old.deadline) is distinct from (new.status, new.deadline))
  execute function private.tell_project_change();

revoke execute on function private.tell_added_members(), private.tell_project_change()
  from public, anon, authenticated, service_role;
