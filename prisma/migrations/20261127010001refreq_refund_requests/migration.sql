-- What students ask back, and how an admin answered.
CREATE TYPE "RefundWish" AS ENUM ('refund', 'exchange');
CREATE TYPE "RefundReason" AS ENUM ('wrongVideo', 'changedMind', 'faulty', 'other');
CREATE TYPE "RefundRequestStatus" AS ENUM ('waiting', 'granted', 'declined', 'withdrawn');

CREATE TABLE "RefundRequest" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "status" "RefundRequestStatus" NOT NULL,
    "wish" "RefundWish" NOT NULL,
    "reason" "RefundReason" NOT NULL,
    "body" TEXT,
    "exchangeVideoId" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),
    "answeredById" TEXT,
    "answer" TEXT,

    CONSTRAINT "RefundRequest_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RefundRequestLine" (
    "requestId" TEXT NOT NULL,
    "orderLineId" TEXT NOT NULL,
    "isOpen" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "RefundRequestLine_pkey" PRIMARY KEY ("requestId","orderLineId")
);

CREATE INDEX "RefundRequest_orderId_idx" ON "RefundRequest"("orderId");
CREATE INDEX "RefundRequest_status_createdAt_idx" ON "RefundRequest"("status", "createdAt");
CREATE INDEX "RefundRequestLine_orderLineId_idx" ON "RefundRequestLine"("orderLineId");

ALTER TABLE "RefundRequest" ADD CONSTRAINT "RefundRequest_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "RefundRequest" ADD CONSTRAINT "RefundRequest_exchangeVideoId_fkey" FOREIGN KEY ("exchangeVideoId") REFERENCES "Video"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "RefundRequest" ADD CONSTRAINT "RefundRequest_answeredById_fkey" FOREIGN KEY ("answeredById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "RefundRequestLine" ADD CONSTRAINT "RefundRequestLine_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "RefundRequest"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "RefundRequestLine" ADD CONSTRAINT "RefundRequestLine_orderLineId_fkey" FOREIGN KEY ("orderLineId") REFERENCES "OrderLine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An answer has its time, and only an answer; an exchange names a video.
ALTER TABLE "RefundRequest" ADD CONSTRAINT "RefundRequest_answered" CHECK (
  (("status" = 'waiting') = ("answeredAt" IS NULL))
  AND ("answeredAt" IS NULL OR "answeredAt" >= "createdAt")
  AND ("answeredById" IS NULL OR "status" IN ('granted', 'declined'))
  AND ("answeredById" IS NOT NULL OR "status" <> 'declined')
);
ALTER TABLE "RefundRequest" ADD CONSTRAINT "RefundRequest_sane" CHECK (
  (("wish" = 'exchange') = ("exchangeVideoId" IS NOT NULL)) AND ("body" IS NULL OR "body" <> '')
);

-- One waiting request for each line.
CREATE UNIQUE INDEX "RefundRequestLine_one_open" ON "RefundRequestLine"("orderLineId") WHERE "isOpen";
