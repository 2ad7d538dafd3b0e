-- drizzle doesn't know triggers: test/worker/audit-log.test.ts checks them.
-- INSERT OR REPLACE deletes the old row without the DELETE triggers.
CREATE TRIGGER `audit_entries_not_replaced` BEFORE INSERT ON `audit_entries` WHEN EXISTS (SELECT 1 FROM `audit_entries` WHERE `seq` = NEW.`seq`) BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be replaced.'); END;--> statement-breakpoint
-- 30 days are the shortest retention that the settings allow. It holds whatever `audit_chain` says.
CREATE TRIGGER `audit_entries_kept_30_days` BEFORE DELETE ON `audit_entries` WHEN OLD.`at` > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days') BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be deleted within 30 days.'); END;
