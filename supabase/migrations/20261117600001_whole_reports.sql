-- A report in one piece: the data API hands out 1,000 rows of a function, and the rest would be missing without a word.
create function public.activity_report_table(definition_param jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  most constant bigint := 20000;
  found bigint;
  answer jsonb;
begin
  select count(*), coalesce(jsonb_agg(to_jsonb(r)), '[]') into found, answer
    from (select * from public.activity_report(definition_param) limit most + 1) r;
  if found > most then
    raise exception using errcode = 'P0001', hint = 'report_too_large', message = 'This report has more than 20,000 lines. Choose fewer rows or a shorter period.';
  end if;
  return answer;
end $$;
comment on function public.activity_report_table(jsonb) is 'What activity_report() answers as one array, or a refusal: never a part of it.';
revoke execute on function public.activity_report_table(jsonb) from public, anon;
grant execute on function public.activity_report_table(jsonb) to authenticated;
