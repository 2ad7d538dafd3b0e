CREATE TABLE `subscriber_notices` (
	`subscriber_id` text NOT NULL,
	`notice_id` text NOT NULL,
	`is_confirmed` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`subscriber_id`, `notice_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_notices_by_notice` ON `subscriber_notices` (`notice_id`);