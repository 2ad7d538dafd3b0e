ALTER TABLE `endpoint_deliveries` ADD `changes` text;--> statement-breakpoint
ALTER TABLE `endpoint_deliveries` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `earlier_rotations` text;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `host_key` text;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `is_slow` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `endpoints_by_host` ON `endpoints` (`host_key`) WHERE host_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_messages_of_notices` ON `mail_messages` (`created_at`) WHERE kind IN ('incident', 'maintenance');