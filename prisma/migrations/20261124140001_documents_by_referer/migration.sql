-- A referer's documents, for the portal.
-- CreateIndex
CREATE INDEX "Document_refererId_idx" ON "Document"("refererId");
