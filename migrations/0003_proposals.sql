CREATE TABLE `proposals` (
	`proposal_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`message` text NOT NULL,
	`components` text NOT NULL,
	`created_by_kind` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
