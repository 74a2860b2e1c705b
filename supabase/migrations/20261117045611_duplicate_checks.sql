alter table public.pay_items drop constraint pay_items_corrects_finite;
alter table public.work_totals drop constraint work_totals_date_finite;
