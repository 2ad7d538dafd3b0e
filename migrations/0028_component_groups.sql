CREATE TABLE `component_groups` (
	`group_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`order` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `components` ADD `group_id` text REFERENCES component_groups(group_id);