-- The shop's answer to a dispute as Stripe has it: who prepared it, and who sent it to the bank.
CREATE TABLE "DisputeEvidence" (
    "disputeId" TEXT NOT NULL,
    "stripeFileId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,
    "savedById" TEXT NOT NULL,
    "submittedAt" TIMESTAMPTZ(3),
    "submittedById" TEXT,

    CONSTRAINT "DisputeEvidence_pkey" PRIMARY KEY ("disputeId")
);

ALTER TABLE "DisputeEvidence" ADD CONSTRAINT "DisputeEvidence_disputeId_fkey" FOREIGN KEY ("disputeId") REFERENCES "Dispute"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "DisputeEvidence" ADD CONSTRAINT "DisputeEvidence_savedById_fkey" FOREIGN KEY ("savedById") REFERENCES "Admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "DisputeEvidence" ADD CONSTRAINT "DisputeEvidence_submittedById_fkey" FOREIGN KEY ("submittedById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Sent by a person, after it was prepared.
ALTER TABLE "DisputeEvidence" ADD CONSTRAINT "DisputeEvidence_submitted" CHECK (
  (("submittedAt" IS NULL) = ("submittedById" IS NULL)) AND ("submittedAt" IS NULL OR "submittedAt" >= "savedAt")
);
