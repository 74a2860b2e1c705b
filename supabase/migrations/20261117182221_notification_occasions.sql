create table private.time_edits (
  company_id uuid not null,
  time_entry_id uuid not null,
  employee_id uuid not null,
  work_date date not null,
  was jsonb not null,
  changed_by uuid not null,
  send_after timestamptz not null,
  constraint time_edits_pkey primary key (company_id, time_entry_id),
  constraint time_edits_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.time_edits');
create index time_edits_due on private.time_edits (send_after);

-- What people were mailed about before is not news after the update.
insert into private.notification_occasions (company_id, employee_id, event, occasion, notified_at)
select e.company_id, e.id, v.event, l.occasion, l.sent_at
from private.notification_log l
join public.employees e on e.user_id = l.user_id and e.active
join (values ('running', 'forgot_clock_out'), ('missing', 'not_clocked_in'), ('sign', 'timesheet_to_sign'), ('day', 'team_activity'), ('week', 'weekly_summary'),
  ('late', 'person_late'), ('documents expiring', 'document_expiring'), ('documents to', 'document_to_sign'), ('added', 'project_added')) as v (begins, event)
  on l.occasion like v.begins || ' %'
on conflict do nothing;
insert into private.notification_occasions (company_id, employee_id, event, occasion)
select b.company_id, e.id, 'bulletin', 'bulletin ' || b.id
from public.bulletins b join public.employees e on e.company_id = b.company_id and e.active
where b.publish_at <= now() and b.publish_at > now() - interval '24 hours'
on conflict do nothing;
drop table private.notification_log;

-- Gone from supabase/schemas since the last release, or made there with other parameters.
insert into supabase_migrations.schema_objects (kind, name, hash)
select 'function', name, ''
  from unnest(array['private.notify(private.notification_recipients,text,text,text,jsonb)', 'private.wants(private.notification_recipients,text)',
    'private.was_notified(uuid,text,text)', 'private.send_bulletin_digests(timestamptz)',
    'private.notify_of_bulletin(private.notification_recipients,uuid[],text,boolean)']) as name
 -- Before PostgreSQL 16 a name with an unknown type is an error.
 where case when to_regtype('private.notification_recipients') is null and name like '%notification_recipients%' then false
   else to_regprocedure(name) is not null end
on conflict do nothing;
