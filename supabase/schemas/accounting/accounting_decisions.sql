create or replace function public.decide_accounting_conflict(activity_id_param uuid, decision_param text) returns public.accounting_activities
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  activity public.accounting_activities;
  is_allowed boolean;
begin
  select * into activity from public.accounting_activities a where a.company_id = me.company_id and a.id = activity_id_param for update;
  if activity.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  is_allowed := case activity.conflict when 'billed' then decision_param = 'keep_theirs' when 'exists' then decision_param in ('keep_theirs', 'send_ours', 'link')
    when 'edited' then decision_param in ('keep_theirs', 'send_ours') when 'gone' then decision_param in ('keep_theirs', 'send_ours')
    when 'unsure' then decision_param in ('link', 'send_ours') when 'by_hand' then decision_param in ('link', 'keep_theirs') end;
  if not coalesce(is_allowed, false) then
    raise exception using errcode = 'P0001', hint = 'accounting_decision_impossible', message = 'This cannot be decided that way any more. What was billed there stays as it is.';
  end if;
  update public.accounting_activities a set
      -- Hours that a person took out there are not there any more.
      external_id = case when decision_param = 'link' and activity.content is null then null when decision_param = 'link' or activity.conflict = 'edited' and decision_param = 'send_ours' then coalesce(activity.theirs ->> 'external_id', activity.external_id)
        when activity.conflict = 'gone' then null else activity.external_id end,
      sync_token = case when decision_param = 'link' or activity.conflict = 'edited' and decision_param = 'send_ours' then activity.theirs ->> 'sync_token'
        when activity.conflict = 'gone' then null
        -- Theirs stays: with the old token a later change of ours is refused there and asked again, never written over it.
        else activity.sync_token end,
      sent_content = case when decision_param = 'link' or activity.conflict = 'edited' and decision_param = 'send_ours' then activity.theirs -> 'content'
        when activity.conflict = 'gone' then null else activity.sent_content end,
      sent_hash = case when decision_param = 'link' and private.same_accounting_content(activity.content, activity.theirs -> 'content') then activity.content_hash
        when decision_param in ('link', 'send_ours') or activity.conflict = 'gone' then null else activity.sent_hash end,
      settled_hash = case when decision_param = 'keep_theirs' then coalesce(activity.content_hash, '-') end,
      conflict = null, theirs = case when decision_param = 'keep_theirs' then activity.theirs end,
      decision = decision_param, decided_by = auth.uid(), decided_at = clock_timestamp(), attempts = 0, next_attempt_at = null
    where a.company_id = activity.company_id and a.id = activity.id returning * into activity;
  perform pg_notify('accounting', '');
  return activity;
end $$;
comment on function public.decide_accounting_conflict(uuid,text) is 'Manager, owner: decides what was changed, billed, deleted or entered by hand in the connected system: keep_theirs, send_ours (not what was billed), link (what exists there is ours from now on; it arrived; it was changed there by hand).';
grant execute on function public.decide_accounting_conflict(uuid,text) to authenticated;

create or replace function private.same_accounting_content(ours_param jsonb, theirs_param jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce((ours_param ->> 'work_date', (ours_param ->> 'hours')::integer * 60 + (ours_param ->> 'minutes')::integer,
      ours_param #>> '{person,external_id}', coalesce(ours_param #>> '{customer,external_id}', ''), coalesce(ours_param #>> '{item,external_id}', ''),
      coalesce(ours_param #>> '{class,external_id}', ''), coalesce(ours_param #>> '{payroll_item,external_id}', ''))
    = (theirs_param ->> 'work_date', (theirs_param ->> 'hours')::integer * 60 + (theirs_param ->> 'minutes')::integer,
      theirs_param #>> '{person,external_id}', coalesce(theirs_param #>> '{customer,external_id}', ''), coalesce(theirs_param #>> '{item,external_id}', ''),
      coalesce(theirs_param #>> '{class,external_id}', ''), coalesce(theirs_param #>> '{payroll_item,external_id}', '')), false);
$$;
comment on function private.same_accounting_content(jsonb,jsonb) is 'Whether two contents say the same time of the same person, place and kind; texts aside.';

create or replace function public.retry_accounting_activity(activity_id_param uuid) returns public.accounting_activities
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  activity public.accounting_activities;
begin
  update public.accounting_activities a set problem = null, problem_detail = null, problem_hash = null, attempts = 0, next_attempt_at = null
    where a.company_id = me.company_id and a.id = activity_id_param and a.state in ('problem', 'new', 'sending', 'changed', 'deleting') returning * into activity;
  if activity.id is null then
    raise exception using errcode = 'P0001', hint = 'not_found', message = 'This was not found. It may have been deleted.';
  end if;
  perform pg_notify('accounting', '');
  return activity;
end $$;
comment on function public.retry_accounting_activity(uuid) is 'Manager, owner: sends again what the connected system refused, or at once what waits for its next attempt.';
grant execute on function public.retry_accounting_activity(uuid) to authenticated;
