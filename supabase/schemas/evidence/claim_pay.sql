create or replace function private.claim_pay(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language sql security definer set search_path = '' as $$
  select private.packet_pay_rows(packet, first_date_param, last_date_param)
    || jsonb_build_object('lines', private.packet_pay_lines(packet, first_date_param, last_date_param));
$$;
comment on function private.claim_pay(public.evidence_packets,date,date) is 'A year of a person''s pay: hours at each rate, premiums and the regular rate they come from, additions, what the payroll system withheld and paid, restitution, expenses.';

create or replace function private.packet_pay_lines(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language sql security definer set search_path = '' as $$
  -- With the rules and thresholds behind each line and the regular rate of its week.
  select coalesce(jsonb_agg(to_jsonb(l) - '{project_id,cost_code_id,classification_id}'::text[]
    || jsonb_build_object('project', j.name, 'cost_code', k.code, 'classification', w.name) order by l.work_date, l.pay_code, l.multiplier), '[]')
  from public.payroll_explanation(packet.employee_id, first_date_param, last_date_param) l
  left join public.projects j on j.company_id = packet.company_id and j.id = l.project_id
  left join public.cost_codes k on k.company_id = packet.company_id and k.id = l.cost_code_id
  left join public.work_classifications w on w.company_id = packet.company_id and w.id = l.classification_id;
$$;
comment on function private.packet_pay_lines(public.evidence_packets,date,date) is 'Hours at each rate, as the caller may see them.';

create or replace function private.packet_pay_rows(packet public.evidence_packets, first_date_param date, last_date_param date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  company constant uuid := packet.company_id;
  person constant uuid := packet.employee_id;
begin
  return jsonb_build_object(
    'pay_items', (select coalesce(jsonb_agg(to_jsonb(i) - '{company_id,employee_id,created_by}'::text[]
        || jsonb_build_object('entered_by', private.account_name(company, i.created_by)) order by i.work_date, i.id), '[]')
      from public.pay_items i where i.company_id = company and i.employee_id = person and i.work_date between first_date_param and last_date_param),
    'payroll_facts', (select coalesce(jsonb_agg(to_jsonb(f) - '{company_id,employee_id,created_by}'::text[] order by f.week_end, f.id), '[]')
      from public.payroll_facts f where f.company_id = company and f.employee_id = person and f.week_end between first_date_param and last_date_param),
    'restitutions', (select coalesce(jsonb_agg(to_jsonb(r) - '{company_id,employee_id,created_by}'::text[] order by r.week_end, r.id), '[]')
      from public.restitutions r where r.company_id = company and r.employee_id = person and r.week_end between first_date_param and last_date_param),
    'expenses', (select coalesce(jsonb_agg(to_jsonb(x) - '{company_id,employee_id,created_by}'::text[] order by x.spent_on, x.id), '[]')
      from public.expenses x where x.company_id = company and x.employee_id = person and x.spent_on between first_date_param and last_date_param));
end $$;
comment on function private.packet_pay_rows(public.evidence_packets,date,date) is 'Additions to a person''s pay, what the payroll system withheld and paid, restitution, expenses.';
