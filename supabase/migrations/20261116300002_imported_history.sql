-- Time of finished projects and archived cost codes can be imported; the clock cannot be started on them as before.
create or replace function private.check_booking(entry public.time_entries, manages_param boolean, code_required_param boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  project record;
  -- What comes from another program may belong to what is over by now.
  history boolean := private.change_source() = 'import' and entry.clock_out is not null;
begin
  if entry.project_id is not null then
    select p.status, p.archived_at,
        exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id) as has_team,
        exists (select from public.project_members m where m.company_id = p.company_id and m.project_id = p.id
          and m.employee_id = entry.employee_id) as in_team
      into project
      from public.projects p where p.company_id = entry.company_id and p.id = entry.project_id;
    if found and project.has_team and not project.in_team and not manages_param then
      raise exception using errcode = 'P0001', hint = 'project_not_open_to_you',
        message = 'You are not on the team of this project.';
    end if;
    if project.archived_at is not null and not history or (project.status <> 'active' and entry.clock_out is null) then
      raise exception using errcode = 'P0001', hint = 'project_not_active',
        message = 'This project is not active, so no time can be started on it.';
    end if;
  end if;

  if entry.cost_code_id is null then
    if code_required_param then
      raise exception using errcode = 'P0001', hint = 'cost_code_required',
        message = 'Your company asks for a cost code on every entry.';
    end if;
    return;
  end if;
  if not history and exists (select from public.cost_codes c
      where c.company_id = entry.company_id and c.id = entry.cost_code_id and not c.active) then
    raise exception using errcode = 'P0001', hint = 'cost_code_archived',
      message = 'This cost code is no longer in use.';
  end if;
  if exists (select from public.project_cost_codes l
      where l.company_id = entry.company_id and l.project_id = entry.project_id)
    and not exists (select from public.project_cost_codes l
      where l.company_id = entry.company_id and l.project_id = entry.project_id and l.cost_code_id = entry.cost_code_id) then
    raise exception using errcode = 'P0001', hint = 'cost_code_not_on_project',
      message = 'This cost code is not used on this project.';
  end if;
end $$;
