CREATE TABLE `mail_chunks` (
	`chunk_id` integer PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`subscriber_ids` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `mail_messages`(`message_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_chunks_by_message` ON `mail_chunks` (`message_id`);--> statement-breakpoint
CREATE INDEX `mail_chunks_waiting` ON `mail_chunks` (`created_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `mail_counts` (
	`message_id` text PRIMARY KEY NOT NULL,
	`waiting` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`withdrawn` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `mail_messages`(`message_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `mail_problems` (
	`message_id` text NOT NULL,
	`words` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`message_id`, `words`),
	FOREIGN KEY (`message_id`) REFERENCES `mail_messages`(`message_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_problems_by_count` ON `mail_problems` (`message_id`,count DESC,`words`);--> statement-breakpoint
DROP INDEX `mail_deliveries_due`;--> statement-breakpoint
DROP INDEX `mail_deliveries_by_state`;--> statement-breakpoint
ALTER TABLE `mail_deliveries` ADD `notice_id` text;--> statement-breakpoint
CREATE INDEX `mail_deliveries_by_message` ON `mail_deliveries` (`message_id`);--> statement-breakpoint
CREATE INDEX `mail_deliveries_by_thread` ON `mail_deliveries` (`subscriber_id`,`notice_id`) WHERE service_id <> '' AND notice_id IS NOT NULL;--> statement-breakpoint
UPDATE `mail_deliveries` SET `notice_id` = (SELECT `notice_id` FROM `mail_messages` AS m WHERE m.`message_id` = `mail_deliveries`.`message_id`) WHERE `service_id` <> '' AND `message_id` IN (SELECT m.`message_id` FROM `mail_messages` AS m JOIN `notices` AS n ON n.`notice_id` = m.`notice_id` WHERE n.`status` NOT IN ('Resolved', 'Completed'));
