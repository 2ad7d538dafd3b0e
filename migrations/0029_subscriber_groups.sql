CREATE TABLE `subscriber_groups` (
	`subscriber_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`subscriber_id`, `group_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `component_groups`(`group_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_groups_by_group` ON `subscriber_groups` (`group_id`);