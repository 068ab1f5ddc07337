-- A shop that was restored from a backup sends no mail and pays nobody until an admin releases it.
ALTER TABLE "Installation" ADD COLUMN "heldAt" TIMESTAMPTZ(3);

CREATE TYPE "BackupRunKind" AS ENUM ('backup', 'drill');

CREATE TABLE "BackupRun" (
    "id" TEXT NOT NULL,
    "kind" "BackupRunKind" NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "fileName" TEXT,
    "bytes" DOUBLE PRECISION,
    "rows" DOUBLE PRECISION,
    "error" TEXT,

    CONSTRAINT "BackupRun_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "BackupRun_kind_startedAt_idx" ON "BackupRun"("kind", "startedAt");
