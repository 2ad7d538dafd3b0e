ALTER TABLE `notice_components` ADD `created_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `notice_components` ADD `changed_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `notice_components` SET (`created_at`, `changed_at`) = (SELECT `created_at`, `changed_at` FROM `notices` WHERE `notices`.`notice_id` = `notice_components`.`notice_id`);--> statement-breakpoint
CREATE INDEX `notice_components_by_age` ON `notice_components` (`component_id`,`created_at`,`notice_id`);--> statement-breakpoint
CREATE INDEX `notice_components_by_change` ON `notice_components` (`component_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `notice_components_undated` ON `notice_components` (`notice_id`) WHERE created_at = '';--> statement-breakpoint
CREATE INDEX `notice_components_held` ON `notice_components` (`component_id`) WHERE restore_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notice_updates_long` ON `notice_updates` (`notice_id`) WHERE octet_length(message) > 2000;--> statement-breakpoint
CREATE INDEX `notices_to_start` ON `notices` (`kind`,`status`,`start_at`) WHERE status = 'Scheduled';--> statement-breakpoint
CREATE INDEX `notices_to_end` ON `notices` (`kind`,`status`,`end_at`) WHERE status IN ('In Progress', 'Verifying');--> statement-breakpoint
CREATE INDEX `subscribers_to_forget` ON `subscribers` (`state`,`ended_reason`,`ended_at`) WHERE state = 'ended';