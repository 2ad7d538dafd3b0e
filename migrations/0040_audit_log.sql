CREATE TABLE `audit_chain` (
	`id` integer PRIMARY KEY NOT NULL,
	`sealed_seq` integer NOT NULL,
	`sealed_hash` text NOT NULL,
	`deleted_seq` integer DEFAULT 0 NOT NULL,
	`deleted_hash` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_drafts` (
	`id` integer PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`kind` text NOT NULL,
	`action` text NOT NULL,
	`item_id` text NOT NULL,
	`notice_update_id` text,
	`fields` text NOT NULL,
	`component_statuses` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`actor_name` text NOT NULL,
	`kind` text NOT NULL,
	`action` text NOT NULL,
	`item_id` text NOT NULL,
	`item_name` text NOT NULL,
	`notice_update_id` text,
	`request_id` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`hash` text
);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_item` ON `audit_entries` (`item_id`,`at`) WHERE item_id <> '';--> statement-breakpoint
ALTER TABLE `settings` ADD `audit_days` integer DEFAULT 730 NOT NULL;--> statement-breakpoint
-- drizzle doesn't know triggers: test/worker/audit-log.test.ts checks them.
CREATE TRIGGER `audit_entries_unchanged` BEFORE UPDATE OF `seq`, `at`, `actor`, `actor_name`, `kind`, `action`, `item_id`, `item_name`, `notice_update_id`, `request_id`, `before`, `after` ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be changed.'); END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_sealed_once` BEFORE UPDATE OF `hash` ON `audit_entries` WHEN OLD.`hash` IS NOT NULL BEGIN SELECT RAISE(ABORT, 'Sealed entries of the audit log cannot be changed.'); END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_kept` BEFORE DELETE ON `audit_entries` WHEN OLD.`seq` > coalesce((SELECT `deleted_seq` FROM `audit_chain`), 0) BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be deleted before they are too old.'); END;
