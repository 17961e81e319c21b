CREATE TABLE "identity"."known_network" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."spent_secret" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."known_network" ADD CONSTRAINT "known_network_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_network_user_id_index" ON "identity"."known_network" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_network_used_at_index" ON "identity"."known_network" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "spent_secret_expires_at_index" ON "identity"."spent_secret" USING btree ("expires_at");