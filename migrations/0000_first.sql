CREATE TABLE `components` (
	`component_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`order` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `components_by_order` ON `components` (`order`);--> statement-breakpoint
CREATE TABLE `status_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`component_id` text NOT NULL,
	`status` text NOT NULL,
	`at` text NOT NULL,
	`cause` text NOT NULL,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_changes_by_component` ON `status_changes` (`component_id`,`at`);--> statement-breakpoint
CREATE TABLE `content_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `incident_components` (
	`incident_id` text NOT NULL,
	`component_id` text NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`incident_id`, `component_id`),
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`incident_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `incident_components_by_component` ON `incident_components` (`component_id`);--> statement-breakpoint
CREATE TABLE `incident_updates` (
	`incident_update_id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`incident_status` text NOT NULL,
	`message` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`incident_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `incident_updates_by_incident` ON `incident_updates` (`incident_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`incident_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`message` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `incidents_by_age` ON `incidents` (`created_at`,`incident_id`);--> statement-breakpoint
CREATE INDEX `incidents_by_status` ON `incidents` (`status`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`service_name` text DEFAULT '' NOT NULL,
	`background_color` text DEFAULT '#FFFFFF' NOT NULL
);
