-- Pay for a missed meal or rest is on the project where it was earned: pay is computed again.
delete from private.pay_lines;
delete from private.pay_weeks;
delete from private.pay_weeks_outdated;
