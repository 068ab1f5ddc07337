-- CreateEnum
CREATE TYPE "MediaKind" AS ENUM ('film', 'captions', 'chapters', 'poster', 'snippet', 'promo');

-- CreateEnum
CREATE TYPE "AccountType" AS ENUM ('personal', 'business');

-- CreateEnum
CREATE TYPE "TokenPurpose" AS ENUM ('verifyEmail', 'changeEmail', 'resetPassword');

-- CreateEnum
CREATE TYPE "ApplicantType" AS ENUM ('individual', 'organization');

-- CreateEnum
CREATE TYPE "ApplicationStatus" AS ENUM ('pending', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('open', 'paid', 'cancelled');

-- CreateEnum
CREATE TYPE "CollectionDiscount" AS ENUM ('none', 'bundle', 'completion');

-- CreateEnum
CREATE TYPE "PaymentStatus" AS ENUM ('open', 'processing', 'paid', 'cancelled');

-- CreateEnum
CREATE TYPE "RefundStatus" AS ENUM ('pending', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "DisputeStatus" AS ENUM ('open', 'won', 'lost');

-- CreateEnum
CREATE TYPE "DocumentKind" AS ENUM ('invoice', 'creditNote', 'selfBilledInvoice', 'commissionStatement', 'remittanceAdvice');

-- CreateEnum
CREATE TYPE "EntryKind" AS ENUM ('earned', 'reversed', 'corrected', 'forfeited');

-- CreateEnum
CREATE TYPE "PayoutStatus" AS ENUM ('pending', 'paid', 'void');

-- CreateEnum
CREATE TYPE "OutboxStatus" AS ENUM ('queued', 'sending', 'sent', 'failed', 'suppressed');

-- CreateEnum
CREATE TYPE "SuppressionReason" AS ENUM ('unsubscribed', 'bounced', 'complained');

-- CreateEnum
CREATE TYPE "CampaignAudience" AS ENUM ('students', 'referers', 'all', 'custom');

-- CreateEnum
CREATE TYPE "CampaignStatus" AS ENUM ('draft', 'sending', 'paused', 'cancelled', 'done');

-- CreateEnum
CREATE TYPE "RecipientState" AS ENUM ('queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed');

-- CreateTable
CREATE TABLE "Installation" (
    "id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "stampedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Video" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "durationMinutes" INTEGER NOT NULL,
    "pricePence" INTEGER NOT NULL,
    "imageUrl" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Video_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MediaFile" (
    "id" TEXT NOT NULL,
    "videoId" INTEGER,
    "kind" "MediaKind" NOT NULL,
    "rendition" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "durationSeconds" DOUBLE PRECISION,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MediaFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CatalogTerms" (
    "id" INTEGER NOT NULL,
    "collectionDiscountPence" INTEGER NOT NULL,
    "singleMonths" INTEGER NOT NULL,
    "bundleMonths" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CatalogTerms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Student" (
    "id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "usernameKey" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "accountType" "AccountType" NOT NULL DEFAULT 'personal',
    "businessName" TEXT,
    "businessNumber" TEXT,
    "isVatRegistered" BOOLEAN NOT NULL DEFAULT false,
    "vatNumber" TEXT,
    "businessAddressLine1" TEXT,
    "businessAddressLine2" TEXT,
    "businessCity" TEXT,
    "businessPostcode" TEXT,
    "businessCountry" TEXT,
    "verifiedAt" TIMESTAMPTZ(3),
    "newsOptInAt" TIMESTAMPTZ(3),
    "newsOptOutAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "erasedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Student_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "studentId" TEXT,
    "refererId" TEXT,
    "adminId" TEXT,
    "userAgent" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "stepUpAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OneTimeToken" (
    "id" TEXT NOT NULL,
    "purpose" "TokenPurpose" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "studentId" TEXT,
    "refererId" TEXT,
    "adminId" TEXT,
    "email" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OneTimeToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RefererApplication" (
    "id" TEXT NOT NULL,
    "status" "ApplicationStatus" NOT NULL,
    "applicantType" "ApplicantType" NOT NULL,
    "fullName" TEXT NOT NULL,
    "organizationName" TEXT,
    "contactEmail" TEXT NOT NULL,
    "contactEmailKey" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "phoneNumber" TEXT NOT NULL,
    "businessName" TEXT NOT NULL,
    "businessNumber" TEXT,
    "isVatRegistered" BOOLEAN NOT NULL,
    "vatNumber" TEXT,
    "businessAddressLine1" TEXT NOT NULL,
    "businessAddressLine2" TEXT,
    "businessCity" TEXT NOT NULL,
    "businessPostcode" TEXT NOT NULL,
    "businessCountry" TEXT NOT NULL,
    "bankDetailsSealed" BYTEA NOT NULL,
    "bankSortCodeEnding" TEXT NOT NULL,
    "bankAccountEnding" TEXT NOT NULL,
    "termsVersion" TEXT NOT NULL,
    "acceptedTermsAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedSelfBillingAt" TIMESTAMPTZ(3),
    "confirmedAdultAt" TIMESTAMPTZ(3),
    "adminNotes" TEXT,
    "decidedAt" TIMESTAMPTZ(3),
    "decidedById" TEXT,
    "refererId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RefererApplication_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Referer" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "contactEmail" TEXT NOT NULL,
    "contactEmailKey" TEXT NOT NULL,
    "contactName" TEXT NOT NULL,
    "fullBusinessName" TEXT,
    "tradingName" TEXT,
    "addressLine1" TEXT,
    "addressLine2" TEXT,
    "city" TEXT,
    "postcode" TEXT,
    "country" TEXT NOT NULL DEFAULT 'United Kingdom',
    "companyNumber" TEXT,
    "vatNumber" TEXT,
    "isVatRegistered" BOOLEAN NOT NULL DEFAULT false,
    "phoneNumber" TEXT,
    "bankDetailsSealed" BYTEA,
    "bankSortCodeEnding" TEXT,
    "bankAccountEnding" TEXT,
    "bankChangedAt" TIMESTAMPTZ(3),
    "bankReviewedAt" TIMESTAMPTZ(3),
    "referralCode" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "mustChangePassword" BOOLEAN NOT NULL DEFAULT false,
    "discountBps" INTEGER NOT NULL,
    "commissionBps" INTEGER NOT NULL,
    "selfBillingFrom" TIMESTAMPTZ(3),
    "selfBillingUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Referer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Order" (
    "id" TEXT NOT NULL,
    "studentId" TEXT NOT NULL,
    "status" "OrderStatus" NOT NULL,
    "basketKey" TEXT NOT NULL,
    "isBundle" BOOLEAN NOT NULL,
    "collectionDiscount" "CollectionDiscount" NOT NULL,
    "subtotalPence" INTEGER NOT NULL,
    "collectionDiscountPence" INTEGER NOT NULL,
    "referralDiscountPence" INTEGER NOT NULL,
    "totalPence" INTEGER NOT NULL,
    "exVatPence" INTEGER NOT NULL,
    "vatPence" INTEGER NOT NULL,
    "vatBps" INTEGER NOT NULL,
    "singleMonths" INTEGER NOT NULL,
    "bundleMonths" INTEGER NOT NULL,
    "refererId" TEXT,
    "referralCode" TEXT,
    "discountBps" INTEGER,
    "commissionBps" INTEGER,
    "buyer" JSONB,
    "consentWording" TEXT,
    "consentAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "paidAt" TIMESTAMPTZ(3),
    "cancelledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OrderLine" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "videoId" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "listPence" INTEGER NOT NULL,
    "collectionDiscountPence" INTEGER NOT NULL,
    "referralDiscountPence" INTEGER NOT NULL,
    "grossPence" INTEGER NOT NULL,
    "exVatPence" INTEGER NOT NULL,
    "vatPence" INTEGER NOT NULL,

    CONSTRAINT "OrderLine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Payment" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "intentId" TEXT NOT NULL,
    "chargeId" TEXT,
    "status" "PaymentStatus" NOT NULL,
    "amountPence" INTEGER NOT NULL,
    "method" TEXT,
    "feePence" INTEGER,
    "feeIsEstimate" BOOLEAN NOT NULL DEFAULT false,
    "refundedPence" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "paidAt" TIMESTAMPTZ(3),
    "reconciledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Refund" (
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "stripeRefundId" TEXT,
    "status" "RefundStatus" NOT NULL,
    "amountPence" INTEGER NOT NULL,
    "creditedPence" INTEGER NOT NULL DEFAULT 0,
    "vatPence" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT NOT NULL,
    "requestedById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RefundLine" (
    "refundId" TEXT NOT NULL,
    "orderLineId" TEXT NOT NULL,

    CONSTRAINT "RefundLine_pkey" PRIMARY KEY ("refundId","orderLineId")
);

-- CreateTable
CREATE TABLE "Dispute" (
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "stripeDisputeId" TEXT NOT NULL,
    "status" "DisputeStatus" NOT NULL,
    "amountPence" INTEGER NOT NULL,
    "creditedPence" INTEGER NOT NULL DEFAULT 0,
    "vatPence" INTEGER NOT NULL DEFAULT 0,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Dispute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StripeEvent" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "intentId" TEXT,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "processedAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,

    CONSTRAINT "StripeEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Entitlement" (
    "id" TEXT NOT NULL,
    "studentId" TEXT NOT NULL,
    "videoId" INTEGER NOT NULL,
    "orderId" TEXT,
    "orderLineId" TEXT,
    "isBundle" BOOLEAN NOT NULL,
    "grantedById" TEXT,
    "grantReason" TEXT,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "revokedReason" TEXT,

    CONSTRAINT "Entitlement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MediaGrant" (
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "entitlementId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastActiveAt" TIMESTAMPTZ(3),
    "playSession" TEXT,

    CONSTRAINT "MediaGrant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Progress" (
    "studentId" TEXT NOT NULL,
    "videoId" INTEGER NOT NULL,
    "percent" INTEGER NOT NULL,
    "positionSeconds" DOUBLE PRECISION NOT NULL,
    "completed" BOOLEAN NOT NULL,
    "playSession" TEXT,
    "sequence" INTEGER,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Progress_pkey" PRIMARY KEY ("studentId","videoId")
);

-- CreateTable
CREATE TABLE "DocumentSeries" (
    "key" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "lastNumber" INTEGER NOT NULL,

    CONSTRAINT "DocumentSeries_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Document" (
    "id" TEXT NOT NULL,
    "seriesKey" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "kind" "DocumentKind" NOT NULL,
    "orderId" TEXT,
    "refundId" TEXT,
    "disputeId" TEXT,
    "payoutId" TEXT,
    "studentId" TEXT,
    "refererId" TEXT,
    "cancelsId" TEXT,
    "facts" JSONB NOT NULL,
    "issuedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Commission" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "studentId" TEXT NOT NULL,
    "refererId" TEXT NOT NULL,
    "commissionBps" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Commission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" TEXT NOT NULL,
    "refererId" TEXT NOT NULL,
    "commissionId" TEXT,
    "kind" "EntryKind" NOT NULL,
    "amountPence" INTEGER NOT NULL,
    "isEstimate" BOOLEAN NOT NULL DEFAULT false,
    "quarter" TEXT NOT NULL,
    "writtenAt" TIMESTAMPTZ(3) NOT NULL,
    "refundId" TEXT,
    "disputeId" TEXT,
    "reason" TEXT,

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Payout" (
    "id" TEXT NOT NULL,
    "refererId" TEXT NOT NULL,
    "quarter" TEXT NOT NULL,
    "status" "PayoutStatus" NOT NULL,
    "payoutPence" INTEGER NOT NULL,
    "vatPence" INTEGER NOT NULL,
    "totalPence" INTEGER NOT NULL,
    "orderCount" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "paidAt" TIMESTAMPTZ(3),
    "exportedAt" TIMESTAMPTZ(3),
    "voidedAt" TIMESTAMPTZ(3),
    "voidReason" TEXT,

    CONSTRAINT "Payout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PayoutEntry" (
    "payoutId" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "isVoid" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "PayoutEntry_pkey" PRIMARY KEY ("payoutId","entryId")
);

-- CreateTable
CREATE TABLE "OutboxMessage" (
    "id" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "toAddress" TEXT NOT NULL,
    "props" JSONB NOT NULL,
    "secretsSealed" BYTEA,
    "documentIds" TEXT[],
    "dedupeKey" TEXT,
    "status" "OutboxStatus" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL,
    "lastError" TEXT,
    "messageId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "OutboxMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Suppression" (
    "addressKey" TEXT NOT NULL,
    "reason" "SuppressionReason" NOT NULL,
    "detail" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Suppression_pkey" PRIMARY KEY ("addressKey")
);

-- CreateTable
CREATE TABLE "Campaign" (
    "id" TEXT NOT NULL,
    "status" "CampaignStatus" NOT NULL,
    "audience" "CampaignAudience" NOT NULL,
    "basis" TEXT,
    "subject" TEXT NOT NULL,
    "htmlContent" TEXT NOT NULL,
    "textContent" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "pauseReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CampaignRecipient" (
    "id" TEXT NOT NULL,
    "campaignId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "addressKey" TEXT NOT NULL,
    "state" "RecipientState" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "messageId" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "CampaignRecipient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Admin" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "totpSealed" BYTEA,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "disabledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Admin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AdminChallenge" (
    "id" TEXT NOT NULL,
    "adminId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "triesLeft" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AdminChallenge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AdminRecoveryCode" (
    "id" TEXT NOT NULL,
    "adminId" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AdminRecoveryCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "action" TEXT NOT NULL,
    "subjectKind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "details" JSONB NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Video_slug_key" ON "Video"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Video_category_key" ON "Video"("category");

-- CreateIndex
CREATE UNIQUE INDEX "Video_position_key" ON "Video"("position");

-- CreateIndex
CREATE UNIQUE INDEX "MediaFile_videoId_kind_rendition_key" ON "MediaFile"("videoId", "kind", "rendition");

-- CreateIndex
CREATE UNIQUE INDEX "Student_usernameKey_key" ON "Student"("usernameKey");

-- CreateIndex
CREATE UNIQUE INDEX "Student_emailKey_key" ON "Student"("emailKey");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_studentId_idx" ON "Session"("studentId");

-- CreateIndex
CREATE INDEX "Session_refererId_idx" ON "Session"("refererId");

-- CreateIndex
CREATE INDEX "Session_adminId_idx" ON "Session"("adminId");

-- CreateIndex
CREATE UNIQUE INDEX "OneTimeToken_tokenHash_key" ON "OneTimeToken"("tokenHash");

-- CreateIndex
CREATE INDEX "OneTimeToken_studentId_idx" ON "OneTimeToken"("studentId");

-- CreateIndex
CREATE INDEX "OneTimeToken_refererId_idx" ON "OneTimeToken"("refererId");

-- CreateIndex
CREATE INDEX "OneTimeToken_expiresAt_idx" ON "OneTimeToken"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "RefererApplication_refererId_key" ON "RefererApplication"("refererId");

-- CreateIndex
CREATE INDEX "RefererApplication_createdAt_idx" ON "RefererApplication"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Referer_referralCode_key" ON "Referer"("referralCode");

-- CreateIndex
CREATE INDEX "Referer_contactEmailKey_idx" ON "Referer"("contactEmailKey");

-- CreateIndex
CREATE INDEX "Order_studentId_createdAt_idx" ON "Order"("studentId", "createdAt");

-- CreateIndex
CREATE INDEX "Order_status_expiresAt_idx" ON "Order"("status", "expiresAt");

-- CreateIndex
CREATE INDEX "Order_refererId_idx" ON "Order"("refererId");

-- CreateIndex
CREATE INDEX "Order_paidAt_idx" ON "Order"("paidAt");

-- CreateIndex
CREATE UNIQUE INDEX "OrderLine_orderId_videoId_key" ON "OrderLine"("orderId", "videoId");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_orderId_key" ON "Payment"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_intentId_key" ON "Payment"("intentId");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_chargeId_key" ON "Payment"("chargeId");

-- CreateIndex
CREATE INDEX "Payment_status_createdAt_idx" ON "Payment"("status", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Refund_stripeRefundId_key" ON "Refund"("stripeRefundId");

-- CreateIndex
CREATE INDEX "Refund_paymentId_idx" ON "Refund"("paymentId");

-- CreateIndex
CREATE UNIQUE INDEX "Dispute_stripeDisputeId_key" ON "Dispute"("stripeDisputeId");

-- CreateIndex
CREATE INDEX "StripeEvent_processedAt_receivedAt_idx" ON "StripeEvent"("processedAt", "receivedAt");

-- CreateIndex
CREATE UNIQUE INDEX "Entitlement_orderLineId_key" ON "Entitlement"("orderLineId");

-- CreateIndex
CREATE INDEX "Entitlement_studentId_videoId_expiresAt_idx" ON "Entitlement"("studentId", "videoId", "expiresAt");

-- CreateIndex
CREATE INDEX "Entitlement_expiresAt_idx" ON "Entitlement"("expiresAt");

-- CreateIndex
CREATE INDEX "Entitlement_orderId_idx" ON "Entitlement"("orderId");

-- CreateIndex
CREATE INDEX "MediaGrant_expiresAt_idx" ON "MediaGrant"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "MediaGrant_sessionId_entitlementId_key" ON "MediaGrant"("sessionId", "entitlementId");

-- CreateIndex
CREATE UNIQUE INDEX "Document_label_key" ON "Document"("label");

-- CreateIndex
CREATE UNIQUE INDEX "Document_payoutId_key" ON "Document"("payoutId");

-- CreateIndex
CREATE UNIQUE INDEX "Document_cancelsId_key" ON "Document"("cancelsId");

-- CreateIndex
CREATE INDEX "Document_orderId_idx" ON "Document"("orderId");

-- CreateIndex
CREATE INDEX "Document_studentId_idx" ON "Document"("studentId");

-- CreateIndex
CREATE UNIQUE INDEX "Document_seriesKey_number_key" ON "Document"("seriesKey", "number");

-- CreateIndex
CREATE UNIQUE INDEX "Commission_orderId_key" ON "Commission"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "Commission_studentId_key" ON "Commission"("studentId");

-- CreateIndex
CREATE INDEX "Commission_refererId_createdAt_idx" ON "Commission"("refererId", "createdAt");

-- CreateIndex
CREATE INDEX "LedgerEntry_refererId_quarter_idx" ON "LedgerEntry"("refererId", "quarter");

-- CreateIndex
CREATE INDEX "LedgerEntry_commissionId_idx" ON "LedgerEntry"("commissionId");

-- CreateIndex
CREATE INDEX "LedgerEntry_quarter_idx" ON "LedgerEntry"("quarter");

-- CreateIndex
CREATE INDEX "Payout_refererId_quarter_idx" ON "Payout"("refererId", "quarter");

-- CreateIndex
CREATE INDEX "Payout_quarter_status_idx" ON "Payout"("quarter", "status");

-- CreateIndex
CREATE UNIQUE INDEX "OutboxMessage_dedupeKey_key" ON "OutboxMessage"("dedupeKey");

-- CreateIndex
CREATE UNIQUE INDEX "OutboxMessage_messageId_key" ON "OutboxMessage"("messageId");

-- CreateIndex
CREATE INDEX "OutboxMessage_status_nextAttemptAt_idx" ON "OutboxMessage"("status", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "OutboxMessage_toAddress_createdAt_idx" ON "OutboxMessage"("toAddress", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "CampaignRecipient_messageId_key" ON "CampaignRecipient"("messageId");

-- CreateIndex
CREATE INDEX "CampaignRecipient_campaignId_state_idx" ON "CampaignRecipient"("campaignId", "state");

-- CreateIndex
CREATE UNIQUE INDEX "CampaignRecipient_campaignId_addressKey_key" ON "CampaignRecipient"("campaignId", "addressKey");

-- CreateIndex
CREATE UNIQUE INDEX "Admin_emailKey_key" ON "Admin"("emailKey");

-- CreateIndex
CREATE UNIQUE INDEX "AdminChallenge_tokenHash_key" ON "AdminChallenge"("tokenHash");

-- CreateIndex
CREATE INDEX "AdminChallenge_expiresAt_idx" ON "AdminChallenge"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "AdminRecoveryCode_codeHash_key" ON "AdminRecoveryCode"("codeHash");

-- CreateIndex
CREATE INDEX "AuditEntry_subjectKind_subjectId_idx" ON "AuditEntry"("subjectKind", "subjectId");

-- CreateIndex
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry"("at");

-- AddForeignKey
ALTER TABLE "MediaFile" ADD CONSTRAINT "MediaFile_videoId_fkey" FOREIGN KEY ("videoId") REFERENCES "Video"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OneTimeToken" ADD CONSTRAINT "OneTimeToken_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OneTimeToken" ADD CONSTRAINT "OneTimeToken_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OneTimeToken" ADD CONSTRAINT "OneTimeToken_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefererApplication" ADD CONSTRAINT "RefererApplication_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefererApplication" ADD CONSTRAINT "RefererApplication_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Order" ADD CONSTRAINT "Order_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderLine" ADD CONSTRAINT "OrderLine_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OrderLine" ADD CONSTRAINT "OrderLine_videoId_fkey" FOREIGN KEY ("videoId") REFERENCES "Video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_paymentId_fkey" FOREIGN KEY ("paymentId") REFERENCES "Payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefundLine" ADD CONSTRAINT "RefundLine_refundId_fkey" FOREIGN KEY ("refundId") REFERENCES "Refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefundLine" ADD CONSTRAINT "RefundLine_orderLineId_fkey" FOREIGN KEY ("orderLineId") REFERENCES "OrderLine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Dispute" ADD CONSTRAINT "Dispute_paymentId_fkey" FOREIGN KEY ("paymentId") REFERENCES "Payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Entitlement" ADD CONSTRAINT "Entitlement_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Entitlement" ADD CONSTRAINT "Entitlement_videoId_fkey" FOREIGN KEY ("videoId") REFERENCES "Video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Entitlement" ADD CONSTRAINT "Entitlement_orderLineId_fkey" FOREIGN KEY ("orderLineId") REFERENCES "OrderLine"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Entitlement" ADD CONSTRAINT "Entitlement_grantedById_fkey" FOREIGN KEY ("grantedById") REFERENCES "Admin"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaGrant" ADD CONSTRAINT "MediaGrant_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaGrant" ADD CONSTRAINT "MediaGrant_entitlementId_fkey" FOREIGN KEY ("entitlementId") REFERENCES "Entitlement"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Progress" ADD CONSTRAINT "Progress_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Progress" ADD CONSTRAINT "Progress_videoId_fkey" FOREIGN KEY ("videoId") REFERENCES "Video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_seriesKey_fkey" FOREIGN KEY ("seriesKey") REFERENCES "DocumentSeries"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_refundId_fkey" FOREIGN KEY ("refundId") REFERENCES "Refund"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_disputeId_fkey" FOREIGN KEY ("disputeId") REFERENCES "Dispute"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_payoutId_fkey" FOREIGN KEY ("payoutId") REFERENCES "Payout"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_cancelsId_fkey" FOREIGN KEY ("cancelsId") REFERENCES "Document"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Commission" ADD CONSTRAINT "Commission_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Commission" ADD CONSTRAINT "Commission_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Commission" ADD CONSTRAINT "Commission_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_commissionId_fkey" FOREIGN KEY ("commissionId") REFERENCES "Commission"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_refundId_fkey" FOREIGN KEY ("refundId") REFERENCES "Refund"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_disputeId_fkey" FOREIGN KEY ("disputeId") REFERENCES "Dispute"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payout" ADD CONSTRAINT "Payout_refererId_fkey" FOREIGN KEY ("refererId") REFERENCES "Referer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PayoutEntry" ADD CONSTRAINT "PayoutEntry_payoutId_fkey" FOREIGN KEY ("payoutId") REFERENCES "Payout"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PayoutEntry" ADD CONSTRAINT "PayoutEntry_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "LedgerEntry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Campaign" ADD CONSTRAINT "Campaign_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CampaignRecipient" ADD CONSTRAINT "CampaignRecipient_campaignId_fkey" FOREIGN KEY ("campaignId") REFERENCES "Campaign"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdminChallenge" ADD CONSTRAINT "AdminChallenge_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdminRecoveryCode" ADD CONSTRAINT "AdminRecoveryCode_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
