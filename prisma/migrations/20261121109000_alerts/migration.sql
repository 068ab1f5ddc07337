-- AlterTable
ALTER TABLE "StripeEvent" ADD COLUMN     "happenedAt" TIMESTAMPTZ(3),
ADD COLUMN     "toldAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Heartbeat" (
    "name" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Heartbeat_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Alert" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "mailedAt" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Alert_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "StripeEvent_toldAt_idx" ON "StripeEvent"("toldAt");

-- CreateIndex
CREATE INDEX "Alert_openedAt_idx" ON "Alert"("openedAt");

-- CreateIndex
CREATE INDEX "AuditEntry_action_id_idx" ON "AuditEntry"("action", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_actorKind_actorId_id_idx" ON "AuditEntry"("actorKind", "actorId", "id");

-- One incident of a part at a time, however many processes notice it.
CREATE UNIQUE INDEX "Alert_open_key" ON "Alert"("key") WHERE "closedAt" IS NULL;

ALTER TABLE "Alert" ADD CONSTRAINT "Alert_times" CHECK ("since" <= "openedAt" AND ("closedAt" IS NULL OR "closedAt" >= "openedAt"));

ALTER TABLE "Heartbeat" ADD CONSTRAINT "Heartbeat_times" CHECK ("since" <= "at");

-- Until now every event in the inbox counted as one a webhook told.
UPDATE "StripeEvent" SET "toldAt" = "receivedAt";
