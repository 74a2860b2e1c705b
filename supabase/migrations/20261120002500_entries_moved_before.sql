-- Time that a holder of a role moved before private.moved_entries was there: the history says who chose project and
-- start last. Scopes look back thirty days, and nothing is moved before it is punched.
with moves as (
  select distinct on (a.company_id, a.entity_id, f.field) a.company_id, a.entity_id, f.field, a.actor_id
  from public.companies c
  join public.audit_events a on a.company_id = c.id and a.entity = 'time_entries' and a.occurred_at > now() - interval '31 days'
  cross join lateral (values ('project', a.before ->> 'project_id' is distinct from a.after ->> 'project_id'),
    ('start', (a.before ->> 'clock_in')::timestamptz is distinct from (a.after ->> 'clock_in')::timestamptz)) f (field, moved)
  where a.action = 'updated' and f.moved
  order by a.company_id, a.entity_id, f.field, a.sequence desc
)
insert into private.moved_entries (company_id, time_entry_id, project_moved, start_moved)
select t.company_id, t.id, bool_or(m.field = 'project'), bool_or(m.field = 'start')
from moves m
join public.time_entries t on t.company_id = m.company_id and t.id = m.entity_id
where exists (select from public.employees w where w.company_id = m.company_id and w.user_id = m.actor_id and w.id <> t.employee_id
  and w.role not in ('owner', 'manager'))
group by t.company_id, t.id
on conflict do nothing;
