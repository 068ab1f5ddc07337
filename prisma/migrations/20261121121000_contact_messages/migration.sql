-- CreateEnum
CREATE TYPE "ContactTopic" AS ENUM ('films', 'account', 'payment', 'playback', 'club', 'privacy', 'complaint', 'other');

-- CreateTable
CREATE TABLE "ContactMessage" (
    "id" TEXT NOT NULL,
    "topic" "ContactTopic" NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "invoiceNumber" TEXT,
    "body" TEXT NOT NULL,
    "studentId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContactMessage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ContactMessage_createdAt_idx" ON "ContactMessage"("createdAt");

-- CreateIndex
CREATE INDEX "ContactMessage_emailKey_idx" ON "ContactMessage"("emailKey");

-- CreateIndex
CREATE INDEX "ContactMessage_studentId_idx" ON "ContactMessage"("studentId");

-- AddForeignKey
ALTER TABLE "ContactMessage" ADD CONSTRAINT "ContactMessage_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A message says something, within what the form takes.
ALTER TABLE "ContactMessage" ADD CONSTRAINT "ContactMessage_sane" CHECK (length("body") BETWEEN 1 AND 5000 AND length("name") BETWEEN 1 AND 100);
