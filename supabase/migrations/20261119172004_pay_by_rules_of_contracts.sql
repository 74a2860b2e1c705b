-- California's 40 hours a week and what is overtime of the FLSA changed: pay is computed again.
delete from private.pay_lines;
delete from private.pay_weeks;
delete from private.pay_weeks_outdated;
