-- CreateTable
CREATE TABLE "Reminder" (
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Reminder_pkey" PRIMARY KEY ("kind","subjectId")
);

-- DropForeignKey
ALTER TABLE "UnsubscribeLink" DROP CONSTRAINT "UnsubscribeLink_recipientId_fkey";

-- AlterTable
ALTER TABLE "UnsubscribeLink" ADD COLUMN     "studentId" TEXT,
ALTER COLUMN "recipientId" DROP NOT NULL;

-- AddForeignKey
ALTER TABLE "UnsubscribeLink" ADD CONSTRAINT "UnsubscribeLink_recipientId_fkey" FOREIGN KEY ("recipientId") REFERENCES "CampaignRecipient"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UnsubscribeLink" ADD CONSTRAINT "UnsubscribeLink_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A link belongs to one reader.
ALTER TABLE "UnsubscribeLink" ADD CONSTRAINT "UnsubscribeLink_reader" CHECK (num_nonnulls("recipientId", "studentId") = 1);
