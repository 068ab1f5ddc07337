-- An alert is told outside the queue, which may be what has stopped: each admin and the webhook has a row until it worked.
CREATE TYPE "AlertNews" AS ENUM ('stopped', 'moving');

CREATE TABLE "AlertNotice" (
    "id" TEXT NOT NULL,
    "alertId" TEXT NOT NULL,
    "news" "AlertNews" NOT NULL,
    "adminId" TEXT,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "toldAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AlertNotice_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "AlertNotice_alertId_idx" ON "AlertNotice"("alertId");
CREATE INDEX "AlertNotice_untold" ON "AlertNotice"("nextAttemptAt") WHERE "toldAt" IS NULL;

ALTER TABLE "AlertNotice" ADD CONSTRAINT "AlertNotice_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "Alert"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "AlertNotice" ADD CONSTRAINT "AlertNotice_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "Alert" DROP COLUMN "mailedAt";
