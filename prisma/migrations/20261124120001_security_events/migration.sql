-- CreateTable
CREATE TABLE "SecurityEvent" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectKind" TEXT NOT NULL,
    "subjectId" TEXT,
    "address" TEXT,

    CONSTRAINT "SecurityEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SecurityEvent_at_idx" ON "SecurityEvent"("at");

-- CreateIndex
CREATE INDEX "SecurityEvent_kind_id_idx" ON "SecurityEvent"("kind", "id");

-- CreateIndex
CREATE INDEX "SecurityEvent_subjectId_id_idx" ON "SecurityEvent"("subjectId", "id");

-- The audit log grows, and nothing in it changes. One way is left open, for the erasure of a student: within a transaction
-- that names the student in the setting shop.erased_student, what entries say about that student is emptied.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."subjectKind" = 'student' AND NEW."details" = '{}'::jsonb
    AND OLD."subjectId" = current_setting('shop.erased_student', true)
    AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "AuditEntry_append_only" BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- Triggers for rows do not see TRUNCATE.
CREATE TRIGGER "AuditEntry_no_truncate" BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "Document_no_truncate" BEFORE TRUNCATE ON "Document" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "LedgerEntry_no_truncate" BEFORE TRUNCATE ON "LedgerEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
