alter table public.employee_rates add constraint employee_rates_at_most check (hourly_rate <= 9999.99) not valid;
alter table public.pay_items add constraint pay_items_amount_range check (amount_cents between -1000000000 and 1000000000) not valid;
alter table public.pay_items add constraint pay_items_minutes_range check (minutes between -600000 and 600000) not valid;
alter table public.pay_items add constraint pay_items_rate_at_most check (hourly_rate <= 9999.99) not valid;

-- Rows that do not fit stay as they are, and pay takes such a rate for unknown: only the company knows what was meant.
do $$ declare
  rule record;
begin
  for rule in select k.conrelid::regclass as name, k.conname from pg_constraint k
    where k.conname in ('employee_rates_at_most', 'pay_items_amount_range', 'pay_items_minutes_range', 'pay_items_rate_at_most')
  loop
    begin
      execute format('alter table %s validate constraint %I', rule.name, rule.conname);
    exception when check_violation then
      raise warning 'Rows of % do not fit %: it holds for new ones only.', rule.name, rule.conname;
    end;
  end loop;
end $$;
