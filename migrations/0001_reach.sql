CREATE TABLE `cancelled_maintenances` (
	`maintenance_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`start_at` text NOT NULL,
	`end_at` text NOT NULL,
	`sequence` integer NOT NULL,
	`created_at` text NOT NULL,
	`cancelled_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notice_update_components` (
	`notice_update_id` text NOT NULL,
	`component_id` text NOT NULL,
	`name` text NOT NULL,
	`old_status` text NOT NULL,
	`new_status` text NOT NULL,
	PRIMARY KEY(`notice_update_id`, `component_id`),
	FOREIGN KEY (`notice_update_id`) REFERENCES `notice_updates`(`notice_update_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `content_version` ADD `raised_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` ADD `edited_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` ADD `changed_at` text GENERATED ALWAYS AS (max(updated_at, edited_at)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `notices` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `notices_by_change` ON `notices` (`changed_at`);