-- AlterTable
ALTER TABLE "Campaign" ADD COLUMN     "customEmails" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "failuresInRow" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "runnerId" TEXT,
ADD COLUMN     "runnerUntil" TIMESTAMPTZ(3),
ADD COLUMN     "savedAt" TIMESTAMPTZ(3);

-- DropIndex
DROP INDEX "CampaignRecipient_campaignId_state_idx";

-- CreateIndex
CREATE INDEX "CampaignRecipient_campaignId_id_idx" ON "CampaignRecipient"("campaignId", "id");

-- CreateIndex
CREATE INDEX "Campaign_status_createdAt_idx" ON "Campaign"("status", "createdAt");

-- CreateTable
CREATE TABLE "UnsubscribeLink" (
    "tokenHash" TEXT NOT NULL,
    "recipientId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "UnsubscribeLink_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "MailPace" (
    "id" INTEGER NOT NULL,
    "nextAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "MailPace_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "UnsubscribeLink" ADD CONSTRAINT "UnsubscribeLink_recipientId_fkey" FOREIGN KEY ("recipientId") REFERENCES "CampaignRecipient"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A recipient's row changes twice while its mail is sent, and no index knows its state: with room on its page,
-- the new versions need no new index entries.
ALTER TABLE "CampaignRecipient" SET (fillfactor = 70);

-- There is one pace for the whole installation, however many workers send.
ALTER TABLE "MailPace" ADD CONSTRAINT "MailPace_single" CHECK ("id" = 1);
INSERT INTO "MailPace" ("id", "nextAt") VALUES (1, '2026-11-21 00:00:00+00');
