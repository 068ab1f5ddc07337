-- A request for a link by email is a row before it is a job: a queue that loses its memory forgets none.
CREATE TABLE "LinkRequest" (
    "id" TEXT NOT NULL,
    "requestSealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LinkRequest_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "LinkRequest_createdAt_idx" ON "LinkRequest"("createdAt");
