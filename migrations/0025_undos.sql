CREATE TABLE `undos` (
	`token` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL,
	`kind` text NOT NULL,
	`notice_id` text NOT NULL,
	`notice_update_id` text,
	`component_ids` text NOT NULL,
	`changes_since` text NOT NULL,
	`key_hash` text,
	`rows_before` text DEFAULT '' NOT NULL,
	`rows_after` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `undos_by_expiry` ON `undos` (`expires_at`);