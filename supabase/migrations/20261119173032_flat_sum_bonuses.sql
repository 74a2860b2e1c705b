alter table public.pay_items add column flat_sum boolean default false not null;
alter table public.pay_items add constraint pay_items_flat_sum_is_a_bonus check (not flat_sum or pay_code = 'BONUS_ND'::text);
