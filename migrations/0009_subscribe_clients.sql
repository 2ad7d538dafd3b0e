CREATE TABLE `subscribe_clients` (
	`message_id` text PRIMARY KEY NOT NULL,
	`network_key` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subscribe_clients_by_network` ON `subscribe_clients` (`network_key`,`at`);--> statement-breakpoint
CREATE INDEX `subscribe_clients_by_age` ON `subscribe_clients` (`at`);