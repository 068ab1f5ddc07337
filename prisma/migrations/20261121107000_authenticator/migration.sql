-- AlterTable
ALTER TABLE "Admin" ADD COLUMN     "totpPendingSealed" BYTEA,
ADD COLUMN     "totpAddedAt" TIMESTAMPTZ(3),
ADD COLUMN     "totpLastStep" INTEGER;

-- CreateIndex
CREATE INDEX "AdminRecoveryCode_adminId_idx" ON "AdminRecoveryCode"("adminId");
