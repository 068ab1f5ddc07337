-- CreateTable
CREATE TABLE "BrowserError" (
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BrowserError_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "BrowserError_fingerprint_key" ON "BrowserError"("fingerprint");

-- CreateIndex
CREATE INDEX "BrowserError_lastSeenAt_idx" ON "BrowserError"("lastSeenAt");
