CREATE TABLE `deleted_components` (
	`notice_id` text NOT NULL,
	`component_id` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`order` integer NOT NULL,
	PRIMARY KEY(`notice_id`, `component_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`notice_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `mail_messages` ADD `notice_update_id` text;--> statement-breakpoint
ALTER TABLE `notices` ADD `deleted_component_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO `deleted_components` (`notice_id`, `component_id`, `name`, `status`, `order`) SELECT `notice_id`, `component_id`, `name`, `new_status`, 0 FROM (SELECT u.`notice_id`, c.`component_id`, c.`name`, c.`new_status`, max(u.`created_at`) FROM `notice_update_components` AS c JOIN `notice_updates` AS u ON u.`notice_update_id` = c.`notice_update_id` WHERE c.`component_id` NOT IN (SELECT `component_id` FROM `components`) GROUP BY u.`notice_id`, c.`component_id`);--> statement-breakpoint
UPDATE `notices` SET `deleted_component_count` = (SELECT count(*) FROM `deleted_components` AS d WHERE d.`notice_id` = `notices`.`notice_id`) WHERE `notice_id` IN (SELECT `notice_id` FROM `deleted_components`);
