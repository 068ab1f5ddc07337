-- When the seller's VAT periods end: HMRC's stagger group, 0 for every month.
CREATE TABLE "VatSettings" (
    "id" INTEGER NOT NULL,
    "stagger" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "VatSettings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "VatSettings_single" CHECK ("id" = 1),
    CONSTRAINT "VatSettings_stagger" CHECK ("stagger" BETWEEN 0 AND 3)
);

CREATE INDEX "Document_issuedAt_idx" ON "Document"("issuedAt");
