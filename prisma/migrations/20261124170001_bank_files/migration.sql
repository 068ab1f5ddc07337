-- CreateTable
CREATE TABLE "BankFile" (
    "id" TEXT NOT NULL,
    "quarter" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "contentSealed" BYTEA NOT NULL,
    "sha256" TEXT NOT NULL,
    "payoutCount" INTEGER NOT NULL,
    "totalPence" INTEGER NOT NULL,
    "repeatedCount" INTEGER NOT NULL,
    "madeAt" TIMESTAMPTZ(3) NOT NULL,
    "madeById" TEXT NOT NULL,

    CONSTRAINT "BankFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BankFilePayout" (
    "bankFileId" TEXT NOT NULL,
    "payoutId" TEXT NOT NULL,
    "unfrozenAt" TIMESTAMPTZ(3),

    CONSTRAINT "BankFilePayout_pkey" PRIMARY KEY ("bankFileId","payoutId")
);

-- CreateIndex
CREATE UNIQUE INDEX "BankFile_name_key" ON "BankFile"("name");

-- CreateIndex
CREATE INDEX "BankFile_madeAt_idx" ON "BankFile"("madeAt");

-- CreateIndex
CREATE UNIQUE INDEX "BankFile_quarter_sequence_key" ON "BankFile"("quarter", "sequence");

-- CreateIndex
CREATE INDEX "BankFilePayout_payoutId_idx" ON "BankFilePayout"("payoutId");

-- AddForeignKey
ALTER TABLE "BankFile" ADD CONSTRAINT "BankFile_madeById_fkey" FOREIGN KEY ("madeById") REFERENCES "Admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BankFilePayout" ADD CONSTRAINT "BankFilePayout_bankFileId_fkey" FOREIGN KEY ("bankFileId") REFERENCES "BankFile"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BankFilePayout" ADD CONSTRAINT "BankFilePayout_payoutId_fkey" FOREIGN KEY ("payoutId") REFERENCES "Payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "BankFile" ADD CONSTRAINT "BankFile_sane" CHECK (
  "quarter" ~ '^\d{4}-Q[1-4]$' AND "sequence" > 0 AND "totalPence" > 0
  AND "payoutCount" > 0 AND "repeatedCount" BETWEEN 0 AND "payoutCount"
);

-- A payout stands in one file at a time: the next one takes it only once it was unfrozen.
CREATE UNIQUE INDEX "BankFilePayout_one_standing" ON "BankFilePayout" ("payoutId") WHERE "unfrozenAt" IS NULL;
