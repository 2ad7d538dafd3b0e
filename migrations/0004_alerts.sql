CREATE TABLE `received_alerts` (
	`received_id` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`key_name` text NOT NULL,
	`received_at` text NOT NULL,
	`alerts` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_episodes` (
	`rule_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`due_at` text,
	FOREIGN KEY (`rule_id`) REFERENCES `alert_rules`(`rule_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `alert_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`received_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_rules` (
	`rule_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`labels` text NOT NULL,
	`components` text NOT NULL,
	`group_id` text,
	`group_status` text NOT NULL,
	`template_id` text,
	`mode` text NOT NULL,
	`hold_minutes` integer NOT NULL,
	`settle_minutes` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `published_proposals` (
	`proposal_id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`by_rule` integer NOT NULL,
	`rule_changed_at` text
);
--> statement-breakpoint
ALTER TABLE `proposals` ADD `incident_id` text;--> statement-breakpoint
ALTER TABLE `proposals` ADD `rule_updated_at` text;