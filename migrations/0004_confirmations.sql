CREATE TABLE `confirmation_pace` (
	`one` integer PRIMARY KEY NOT NULL,
	`next_at` text NOT NULL,
	`wake_at` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mail_deliveries` ADD `is_confirmation` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_deliveries_due_by_kind` ON `mail_deliveries` (`is_confirmation`,`next_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mail_messages_confirmations` ON `mail_messages` (`created_at`) WHERE kind = 'confirmation';
--> statement-breakpoint
UPDATE `mail_deliveries` SET `is_confirmation` = 1 WHERE state = 'waiting' AND `message_id` IN (SELECT `message_id` FROM `mail_messages` WHERE `kind` = 'confirmation');
